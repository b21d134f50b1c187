-- When rows of attendance changed (contract §6): `updated_at` of what they are made of only ever goes up, and nothing changes them
-- without it. And what changed published days without an event or a command on them, for explanations.

-- When the user's day last lost something that leaves no row behind: a plan, a booking, presence that a time zone moved away.
create table day_removals (
  org_id uuid not null,
  user_id uuid not null,
  day date not null,
  removed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, day, user_id)
);
insert into day_removals (org_id, user_id, day, removed_at)
select org_id, user_id, day, max(updated_at)
from bookings
where status = 'cancelled'
group by org_id, user_id, day;

-- The argument is the column of the day. Fires after the triggers that release bookings, by the order of the names:
-- whoever holds a row here waits for no booking.
create function remember_removals() returns trigger
language plpgsql as $$
declare
  gone text := format('select org_id, user_id, %I as day from old_rows', tg_argv[0]);
begin
  if tg_op = 'UPDATE' then
    if not exists (select from new_rows where status = 'cancelled') then
      return null;
    end if;
    gone := $query$
      select org_id, id, user_id, day from old_rows where status = 'booked'
      intersect
      select org_id, id, user_id, day from new_rows where status = 'cancelled'
    $query$;
  end if;
  execute format(
    'insert into day_removals (org_id, user_id, day)
     select distinct org_id, user_id, day from (%s) gone
     order by org_id, day, user_id
     on conflict (org_id, day, user_id) do update set removed_at = excluded.removed_at', gone);
  return null;
end
$$;
create trigger remember_removals_after_update after update on bookings
referencing old table as old_rows new table as new_rows
for each statement execute function remember_removals('day');
create trigger remember_removals_after_delete after delete on bookings referencing old table as old_rows
for each statement when (not is_anonymising()) execute function remember_removals('day');
create trigger remember_removals_after_delete after delete on presence_events referencing old table as old_rows
for each statement when (not is_anonymising()) execute function remember_removals('local_day');
create trigger remember_removals_after_delete after delete on day_plans referencing old table as old_rows
for each statement when (not is_anonymising()) execute function remember_removals('day');

-- By the clock, as a transaction may have begun before another one was done with the row.
create function touch_row() returns trigger
language plpgsql as $$
begin
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end
$$;
do $$
declare
  touched record;
begin
  for touched in
    select *
    from (
      values
        ('day_plans', 'plan, location_id, origin'),
        ('bookings', 'status, location_id, zone_id, place_id'),
        ('users', 'primary_location_id, primary_group_id'),
        ('locations', 'name, time_zone, presence_from, presence_until'),
        ('levels', 'name, location_id'),
        ('zones', 'name, level_id'),
        ('places', 'name, zone_id'),
        ('groups', 'name')
    ) t (table_name, columns)
  loop
    execute format(
      'create trigger touch_before_update before update on %1$I
       for each row when (row(%2$s) is distinct from row(%3$s)) execute function touch_row()',
      touched.table_name, regexp_replace(touched.columns, '(\w+)', 'old.\1', 'g'),
      regexp_replace(touched.columns, '(\w+)', 'new.\1', 'g'));
  end loop;
end
$$;
alter table day_plans alter updated_at set default clock_timestamp();
alter table bookings alter updated_at set default clock_timestamp();

alter table organizations
  add time_zone_changed_at timestamptz;
create function touch_time_zone() returns trigger
language plpgsql as $$
begin
  new.time_zone_changed_at := clock_timestamp();
  return new;
end
$$;
create trigger touch_before_update before update on organizations
for each row when (old.time_zone <> new.time_zone) execute function touch_time_zone();

alter table location_presence
  add changed_at timestamptz not null default clock_timestamp();
create function touch_first_day() returns trigger
language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end
$$;
create trigger touch_before_update before update on location_presence
for each row when (old.first_day <> new.first_day) execute function touch_first_day();

create or replace view presence_reporting as
select l.org_id, l.id as location_id, coalesce(l.presence_from, p.first_day) as reports_from, l.presence_until as reports_until,
  p.changed_at as reports_changed_at
from locations l
left join location_presence p on p.org_id = l.org_id and p.location_id = l.id;

-- When days that were published were opened again: their rows are read live from then on, and are no older than that.
alter table published_locations
  add reopened_at timestamptz;

-- What changed days of a location indirectly: which days, and what was before and after, as explanations say it.
create table location_changes (
  org_id uuid not null,
  location_id uuid not null,
  change_no bigint not null generated always as identity,
  kind text not null check (kind in ('firstPresence', 'presenceWindow', 'timeZone')),
  first_day date not null default '-infinity',
  last_day date not null default 'infinity',
  before text,
  after text not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, location_id, change_no)
);

create function reporting_text(reports_from date, reports_until date) returns text
language sql stable
return case when reports_from is null then 'from the earliest event' else 'from ' || reports_from end
  || coalesce(' until ' || reports_until, '');

-- As in 0023, for a reason of its own where there is one.
drop function tick_directory(uuid, date, date, timestamptz);
create function tick_directory(
  org uuid, first_day date default '-infinity', last_day date default 'infinity', since timestamptz default '-infinity',
  because text default 'corrected'
) returns void
language sql
begin atomic
insert into day_change_ticks (org_id, topic, day, reason)
select org, 'directory', known.day, because
from (
  select c.day
  from day_changes c
  where c.org_id = org and c.topic in ('plans', 'presence') and c.changed_at >= since
    and c.day between first_day and least(last_day, (now() at time zone 'UTC')::date + 1)
  union
  select t.day
  from day_change_ticks t
  where t.org_id = org and t.topic in ('plans', 'presence') and t.changed_at >= since
    and t.day between first_day and least(last_day, (now() at time zone 'UTC')::date + 1)
) known;
end;

-- As in 0026. Late events move the first day of presence, so that is the reason that the change feed gives.
create or replace function tick_first_presence() returns trigger
language plpgsql as $$
declare
  moved record;
  first_day date;
  last_day date;
begin
  for moved in execute format(
    'select n.org_id, n.location_id, n.a, n.b
     from (%s) n
     cross join lateral (
       select from locations l where l.org_id = n.org_id and l.id = n.location_id and l.presence_from is null offset 0
     ) l',
    case tg_op
      when 'INSERT' then 'select n.org_id, n.location_id, n.first_day as a, ''infinity''::date as b from new_rows n'
      else
        'select n.org_id, n.location_id, n.first_day as a, o.first_day as b
         from new_rows n
         join old_rows o on o.org_id = n.org_id and o.location_id = n.location_id
         where n.first_day <> o.first_day'
    end)
  loop
    first_day := least(moved.a, moved.b);
    last_day := greatest(moved.a, moved.b) - 1;
    -- A corrected time zone moves the day within a trigger of its own, and tells its own story.
    if pg_trigger_depth() > 1 then
      perform tick_directory(moved.org_id, first_day, last_day);
    else
      perform tick_directory(moved.org_id, first_day, last_day, because => 'lateEvents');
      insert into location_changes (org_id, location_id, kind, first_day, last_day, before, after)
      values (moved.org_id, moved.location_id, 'firstPresence', first_day, last_day, nullif(moved.b, 'infinity'), moved.a);
    end if;
  end loop;
  return null;
end
$$;

create or replace function tick_presence_limits() returns trigger
language plpgsql as $$
declare
  moved record;
begin
  if not exists (
    select org_id, id, presence_from, presence_until from new_rows
    except
    select org_id, id, presence_from, presence_until from old_rows
  ) then
    return null;
  end if;
  for moved in execute $query$
    select n.org_id, n.id, least(f.before, f.after) as first_day, greatest(f.before, f.after) - 1 as last_day,
      reporting_text(o.presence_from, o.presence_until) as before, reporting_text(n.presence_from, n.presence_until) as after
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    left join location_presence p on p.org_id = n.org_id and p.location_id = n.id
    cross join lateral (
      select coalesce(o.presence_from, p.first_day, 'infinity') as before, coalesce(n.presence_from, p.first_day, 'infinity') as after
    ) f
    where n.presence_from is distinct from o.presence_from and f.before <> f.after
    union all
    select n.org_id, n.id, least(f.before, f.after) + 1, greatest(f.before, f.after),
      reporting_text(o.presence_from, o.presence_until), reporting_text(n.presence_from, n.presence_until)
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    cross join lateral (
      select coalesce(o.presence_until, 'infinity') as before, coalesce(n.presence_until, 'infinity') as after
    ) f
    where n.presence_until is distinct from o.presence_until
  $query$
  loop
    perform tick_directory(moved.org_id, moved.first_day, moved.last_day);
    insert into location_changes (org_id, location_id, kind, first_day, last_day, before, after)
    values (moved.org_id, moved.id, 'presenceWindow', moved.first_day, moved.last_day, moved.before, moved.after);
  end loop;
  return null;
end
$$;

create or replace function move_local_days() returns trigger
language plpgsql as $$
declare
  moved record;
  events text;
begin
  for moved in
    select z.org_id, z.id, z.time_zone, z.time_zone_before
    from (
      select r.org_id, r.id, max(r.time_zone) filter (where r.is_new) as time_zone,
        max(r.time_zone) filter (where not r.is_new) as time_zone_before
      from (
        select org_id, id, time_zone, true as is_new from new_rows
        union all
        select org_id, id, time_zone, false from old_rows
      ) r
      group by r.org_id, r.id
    ) z
    where z.time_zone <> z.time_zone_before
    order by z.org_id, z.id
  loop
    insert into location_changes (org_id, location_id, kind, before, after)
    values (moved.org_id, moved.id, 'timeZone', moved.time_zone_before, moved.time_zone);
    -- Of days that are published already the refresh says when their rows changed.
    execute $query$
      insert into day_removals (org_id, user_id, day)
      select distinct e.org_id, e.user_id, e.local_day
      from presence_events e
      left join published_locations p on p.org_id = e.org_id and p.location_id = e.location_id
      where e.org_id = $1 and e.location_id = $2 and e.local_day <> (e.occurred_at at time zone $3)::date
        and (p.published_through is null or e.local_day > p.published_through)
      order by 1, 3, 2
      on conflict (org_id, day, user_id) do update set removed_at = excluded.removed_at
    $query$
    using moved.org_id, moved.id, moved.time_zone;
    foreach events in array array['presence_events', 'occupancy_events', 'visitor_events'] loop
      execute format(
        'update %I
         set local_day = (occurred_at at time zone $3)::date
         where org_id = $1 and location_id = $2 and local_day <> (occurred_at at time zone $3)::date', events)
      using moved.org_id, moved.id, moved.time_zone;
    end loop;
    insert into location_presence as p (org_id, location_id, first_day)
    select moved.org_id, moved.id, min(local_day)
    from presence_events
    where org_id = moved.org_id and location_id = moved.id
    having count(*) > 0
    on conflict (org_id, location_id) do update
    set first_day = excluded.first_day
    where p.first_day <> excluded.first_day;
  end loop;
  return null;
end
$$;

-- As in 0026. The days that are published again are told as corrected ones.
create or replace function reopen_days_of_time_zone() returns trigger
language plpgsql as $$
declare
  reopened record;
begin
  if tg_table_name = 'locations' then
    if not exists (select org_id, id, time_zone from new_rows except select org_id, id, time_zone from old_rows) then
      return null;
    end if;
    for reopened in execute $query$
      update published_locations p
      set published_through = (now() at time zone n.time_zone)::date - 1, reopened_at = clock_timestamp()
      from (select org_id, id, time_zone from new_rows except select org_id, id, time_zone from old_rows) n
      where p.org_id = n.org_id and p.location_id = n.id and p.published_through >= (now() at time zone n.time_zone)::date
      returning p.org_id, p.published_through + 1 as first_day
    $query$
    loop
      perform tick_directory(reopened.org_id, reopened.first_day);
    end loop;
  else
    if not exists (select id, time_zone from new_rows except select id, time_zone from old_rows) then
      return null;
    end if;
    for reopened in execute $query$
      update published_locations p
      set published_through = (now() at time zone n.time_zone)::date - 1, reopened_at = clock_timestamp()
      from (select id, time_zone from new_rows except select id, time_zone from old_rows) n
      where p.org_id = n.id and p.location_id = '00000000-0000-0000-0000-000000000000'
        and p.published_through >= (now() at time zone n.time_zone)::date
      returning p.org_id, p.published_through + 1 as first_day
    $query$
    loop
      perform tick_directory(reopened.org_id, reopened.first_day);
    end loop;
  end if;
  return null;
end
$$;

-- As in 0024, with all that changes a row in `updated_at`.
--
-- The one definition of attendance: a row for each user and day with a plan, a live booking or presence. It is a pure function
-- of these and of the settings of the locations; `moment` decides which days are over.
--
-- A single stable select, so PostgreSQL puts it in place of the call and pushes conditions on user_id and day down into it; one
-- on location_id filters the result. Days are half-open ranges, of which the planner knows how many rows they hold, and plans and
-- bookings meet the days by number: by date, it would take each day for rarer than it is and go through all bookings per user.
--
-- Measured with 10,000 users, 1.8 million plans, 1.1 million bookings and 35,000 presence events a day, on two busy cores,
-- PostgreSQL 15 and 18 alike: one user and day 20-30 ms, nearly all of it the bitmap scan of three UTC days of presence;
-- everybody's day 110-140 ms (merge joins along the users' ids); 30 days of everybody, 300,000 rows, 1.8-2.5 s (hash joins;
-- half of it reading and grouping a million events, a fifth the sort at the end).
create or replace function attendance(org uuid, first_day date, last_day date, moment timestamptz default now())
returns table (
  user_id uuid,
  day date,
  plan text,
  plan_origin text,
  booking_id uuid,
  -- 1 location, 2 zone, 3 place.
  booking_depth integer,
  booking_location_id uuid,
  booking_zone_id uuid,
  booking_place_id uuid,
  -- Of an office day: the booking's location, else the plan's, else the primary one.
  planned_location_id uuid,
  attendance_type text,
  attendance_location_id uuid,
  -- At the attendance location.
  first_seen_at timestamptz,
  last_seen_at timestamptz,
  -- The one that the row belongs to: of the booking, else of the attendance, else the primary one.
  location_id uuid,
  -- When anything last changed that decides the row, but for names.
  updated_at timestamptz,
  -- Of the user, as of the day.
  primary_location_id uuid,
  primary_group_id uuid
)
language sql stable parallel safe
begin atomic
with seen as (
  -- By the primary key: a local day begins and ends within a day of the UTC day of the same date, wherever it is.
  select e.user_id, e.local_day as day, e.location_id,
    min(e.occurred_at) as first_seen_at, max(e.occurred_at) as last_seen_at, max(e.received_at) as received_at
  from presence_events e
  where e.org_id = org
    and e.utc_day >= first_day - 1 and e.utc_day < last_day + 2
    and e.local_day >= first_day and e.local_day < last_day + 1
  group by e.user_id, e.local_day, e.location_id
),
moves as (
  select m.user_id, lag(m.before, 1, '-infinity') over (partition by m.user_id order by m.before) as since, m.before,
    m.primary_location_id, m.primary_group_id
  from user_moves m
  where m.org_id = org and m.before > first_day
)
-- Of several locations the planned one counts, else the one seen first.
select distinct on (u.id, d.day)
  u.id, d.day, planned.plan, p.origin, b.id,
  case when b.place_id is not null then 3 when b.zone_id is not null then 2 when b.id is not null then 1 end,
  b.location_id, b.zone_id, b.place_id, planned.location_id,
  case
    when s.location_id = planned.location_id then 'confirmed'
    when s.location_id is not null then 'walkIn'
    when planned.plan is distinct from 'o' then null
    -- Not over yet there: nobody is missing so far.
    when d.day >= (moment at time zone zone.name)::date then null
    when d.day >= r.reports_from and (r.reports_until is null or d.day <= r.reports_until) then 'noShow'
    else 'unconfirmed'
  end,
  s.location_id, s.first_seen_at, s.last_seen_at,
  coalesce(b.location_id, s.location_id, home.location_id),
  greatest(
    p.updated_at, b.updated_at, s.received_at, x.removed_at, u.updated_at, l.updated_at, r.reports_changed_at,
    case when l.id is null then o.time_zone_changed_at end,
    -- Nobody was missing before the day was over.
    case when planned.plan = 'o' and s.location_id is null and (d.day + 1)::timestamp at time zone zone.name <= moment
      then (d.day + 1)::timestamp at time zone zone.name end
  ),
  home.location_id, home.group_id
from organizations o
join users u on u.org_id = o.id
cross join lateral (
  select n, first_day + n as day
  from generate_series(0, last_day - first_day) n
) d
left join day_plans p
  on p.org_id = org and p.user_id = u.id and p.day - first_day = d.n and p.day >= first_day and p.day < last_day + 1
left join bookings b
  on b.org_id = org and b.user_id = u.id and b.day - first_day = d.n and b.day >= first_day and b.day < last_day + 1
    and b.status = 'booked'
left join moves m on m.user_id = u.id and d.day >= m.since and d.day < m.before
cross join lateral (
  select case when m.user_id is null then u.primary_location_id else m.primary_location_id end as location_id,
    case when m.user_id is null then u.primary_group_id else m.primary_group_id end as group_id
) home
cross join lateral (
  select coalesce(p.plan, case when b.id is not null then 'o' end) as plan,
    case when coalesce(p.plan, 'o') = 'o' and (p.user_id is not null or b.id is not null)
      then coalesce(b.location_id, p.location_id, home.location_id) end as location_id
) planned
left join seen s on s.user_id = u.id and s.day = d.day
left join locations l on l.org_id = org and l.id = planned.location_id
left join presence_reporting r on r.org_id = org and r.location_id = planned.location_id
left join day_removals x
  on x.org_id = org and x.user_id = u.id and x.day - first_day = d.n and x.day >= first_day and x.day < last_day + 1
cross join lateral (select coalesce(l.time_zone, o.time_zone) as name) zone
where o.id = org
  and u.org_id = org
  and (p.user_id is not null or b.id is not null or s.user_id is not null)
order by u.id, d.day, (s.location_id = planned.location_id) desc nulls last, s.first_seen_at, s.location_id;
end;
