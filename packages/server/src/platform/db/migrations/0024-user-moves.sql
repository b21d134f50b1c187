-- Where users belonged on past days: a later move does not rewrite what was.

-- Until `before`, which is the next day already, the user's primary location and group were these; from the last row on they are
-- those of the user. Null where nothing was known, now or then: what becomes known first holds for all the time before.
--
-- Without foreign keys: users, locations and groups are never deleted, and a session that looked a row up while there were few of
-- them goes on reading all of them for each row; 10,000 users who moved took 22 s by that, and take 0.6 s.
create table user_moves (
  org_id uuid not null,
  user_id uuid not null,
  before date not null,
  primary_location_id uuid,
  primary_group_id uuid,
  primary key (org_id, user_id, before)
);

-- The day of a move is today where the user belonged so far; the first move of a day tells what was before all of them.
create function record_user_moves() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  moves user_moves[];
  -- What somebody has for the first time, or again after having had none.
  gained user_moves[];
  changed record;
begin
  -- Planned anew each time: a statement changes one user or 50,000.
  execute $query$
    select
      array_agg(row(
        n.org_id, n.id, t.today,
        coalesce(o.primary_location_id, n.primary_location_id), coalesce(o.primary_group_id, n.primary_group_id)
      )::user_moves) filter (
        where o.primary_location_id is distinct from n.primary_location_id and o.primary_location_id is not null
          or o.primary_group_id is distinct from n.primary_group_id and o.primary_group_id is not null
      ),
      array_agg(row(n.org_id, n.id, t.today, n.primary_location_id, n.primary_group_id)::user_moves) filter (
        where o.primary_location_id is null and n.primary_location_id is not null
          or o.primary_group_id is null and n.primary_group_id is not null
      )
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    join organizations z on z.id = n.org_id
    left join locations l on l.org_id = o.org_id and l.id = o.primary_location_id
    cross join lateral (select (now() at time zone coalesce(l.time_zone, z.time_zone))::date as today) t
    where (n.primary_location_id, n.primary_group_id) is distinct from (o.primary_location_id, o.primary_group_id)
  $query$
  into moves, gained;

  if moves is not null then
    -- Never before an earlier move: it may have been tomorrow already where the user came from.
    insert into user_moves (org_id, user_id, before, primary_location_id, primary_group_id)
    select m.org_id, m.user_id, greatest(m.before, latest.before), m.primary_location_id, m.primary_group_id
    from unnest(moves) m
    cross join lateral (
      select max(k.before) as before from user_moves k where k.org_id = m.org_id and k.user_id = m.user_id
    ) latest
    on conflict do nothing;
    -- Today and yesterday are published already in the east.
    for changed in select m.org_id, min(m.before) as first_day from unnest(moves) m group by m.org_id loop
      perform tick_directory(changed.org_id, first_day => changed.first_day);
    end loop;
  end if;

  if gained is not null then
    update user_moves m
    set primary_location_id = coalesce(m.primary_location_id, g.primary_location_id),
      primary_group_id = coalesce(m.primary_group_id, g.primary_group_id)
    from unnest(gained) g
    where m.org_id = g.org_id and m.user_id = g.user_id
      and (m.primary_location_id is null and g.primary_location_id is not null
        or m.primary_group_id is null and g.primary_group_id is not null);
    for changed in
      select u.org_id, min(u.created_at) as since
      from unnest(gained) g
      join users u on u.org_id = g.org_id and u.id = g.user_id
      group by u.org_id
    loop
      perform tick_directory(changed.org_id, since => changed.since);
    end loop;
  end if;
  return null;
end
$$;
create trigger record_moves_after_update after update on users referencing old table as old_rows new table as new_rows
for each statement execute function record_user_moves();

-- As in 0015, with where users belonged on the day, in two more columns. Moves cost 1 % of the time where nobody moved, and 2 %
-- with 20,000 of them.
drop function attendance(uuid, date, date, timestamptz);

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
create function attendance(org uuid, first_day date, last_day date, moment timestamptz default now())
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
  -- When the newest of what made the row came in: plan, booking, presence at the attendance location.
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
    when d.day >= (moment at time zone coalesce(l.time_zone, o.time_zone))::date then null
    when d.day >= r.reports_from and (r.reports_until is null or d.day <= r.reports_until) then 'noShow'
    else 'unconfirmed'
  end,
  s.location_id, s.first_seen_at, s.last_seen_at,
  coalesce(b.location_id, s.location_id, home.location_id),
  greatest(p.updated_at, b.updated_at, s.received_at),
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
where o.id = org
  and u.org_id = org
  and (p.user_id is not null or b.id is not null or s.user_id is not null)
order by u.id, d.day, (s.location_id = planned.location_id) desc nulls last, s.first_seen_at, s.location_id;
end;
