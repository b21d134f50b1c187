-- Parking, workplace events and visitors: their rules, and what their lists read.

-- Tables whose rows no node remembers name no channel, and tell nobody.
create or replace function bump_revision() returns trigger
language plpgsql as $$
declare
  changed record;
begin
  for changed in select distinct org_id from touched_rows order by org_id loop
    insert into table_revisions as r (org_id, table_name, revision, changed_at)
    values (changed.org_id, tg_table_name, 1, clock_timestamp())
    on conflict (org_id, table_name) do update
    set revision = r.revision + 1, changed_at = greatest(excluded.changed_at, r.changed_at);
    if tg_nargs > 0 then
      perform pg_notify(tg_argv[0], changed.org_id::text);
    end if;
  end loop;
  return null;
end
$$;

-- The default is for rows that are there already: whoever writes says who it is.
alter table parking_bookings
  add column changed_by changed_by not null default 'directory',
  add column changed_by_user_id uuid;
alter table parking_bookings alter changed_by drop default;

drop index parking_bookings_day;
create index parking_bookings_day on parking_bookings (org_id, day, id);
create index parking_bookings_location on parking_bookings (org_id, location_id, day, id);
create index parking_bookings_user on parking_bookings (org_id, user_id, day, id);

-- Refuses what breaks a rule of parking; the constraint names which (db/constraints.ts). That a bay and a user have one booking
-- a day is guarded by the unique indexes.
create function apply_parking_rules() returns trigger
language plpgsql as $$
declare
  changed parking_bookings[];
  broken record;
begin
  if tg_op = 'INSERT' then
    select array_agg(n::parking_bookings) into changed from new_rows n where n.status = 'booked';
  else
    select array_agg(n::parking_bookings)
    into changed
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    where (o.status, o.bay_id, o.location_id, o.user_id, o.day)
      is distinct from (n.status, n.bay_id, n.location_id, n.user_id, n.day);
  end if;
  if changed is null then
    return null;
  end if;

  -- Makes changes of bays, buildings and users wait until bookings that rely on them are committed, and the other way round.
  -- In the order in which the directory import writes these tables; rows of one table in the order of their keys.
  perform
  from (select distinct b.org_id, b.location_id from unnest(changed) b where b.status = 'booked' order by 1, 2) b
  cross join lateral (select from locations l where l.org_id = b.org_id and l.id = b.location_id for share) l;
  perform
  from (select distinct b.org_id, b.bay_id from unnest(changed) b where b.status = 'booked' order by 1, 2) b
  cross join lateral (select from parking_bays p where p.org_id = b.org_id and p.id = b.bay_id for share) p;
  perform
  from (select distinct b.org_id, b.user_id from unnest(changed) b where b.status = 'booked' order by 1, 2) b
  cross join lateral (select from users u where u.org_id = b.org_id and u.id = b.user_id for share) u;

  select b.id, b.user_id, b.day, rule.name
  into broken
  from unnest(changed) b
  join locations l on l.org_id = b.org_id and l.id = b.location_id
  join parking_bays p on p.org_id = b.org_id and p.id = b.bay_id
  join users u on u.org_id = b.org_id and u.id = b.user_id
  cross join lateral (select (now() at time zone l.time_zone)::date as today) t
  cross join lateral (
    select case
      when b.changed_by = 'user' and b.day < t.today then 'parking_bookings_not_past'
      when b.status <> 'booked' then null
      when p.location_id <> b.location_id then 'parking_bookings_node_path'
      when b.day >= t.today and u.status = 'inactive' then 'parking_bookings_user_active'
      when b.changed_by = 'user' and b.day > t.today + l.booking_window_days then 'parking_bookings_window'
      when b.changed_by = 'administrator' and b.day > t.today + l.administrator_window_days then 'parking_bookings_window'
      when b.day >= t.today and 'inactive' in (p.status, l.status) then 'parking_bookings_node_active'
    end as name
  ) rule
  where rule.name is not null
  limit 1;
  if found then
    raise exception 'Parking booking % of user % on % is not allowed', broken.id, broken.user_id, broken.day
      using errcode = '23514', table = 'parking_bookings', constraint = broken.name;
  end if;
  return null;
end
$$;
create trigger apply_rules_after_insert after insert on parking_bookings referencing new table as new_rows
for each statement execute function apply_parking_rules();
create trigger apply_rules_after_update after update on parking_bookings
referencing old table as old_rows new table as new_rows
for each statement execute function apply_parking_rules();

create trigger bump_after_insert after insert on parking_bookings referencing new table as touched_rows
for each statement execute function bump_revision();
create trigger bump_after_update after update on parking_bookings referencing new table as touched_rows
for each statement execute function bump_revision();
create trigger bump_after_delete after delete on parking_bookings referencing old table as touched_rows
for each statement execute function bump_revision();

-- Bookings after today of leavers, and at bays and buildings that are no longer in use, are cancelled. Today's stay: their
-- people may be there already. The argument is the column that refers to the table.
create function release_parking() returns trigger
language plpgsql as $$
begin
  if not exists (select from new_rows where status = 'inactive') then
    return null;
  end if;
  execute format(
    'update parking_bookings b
     set status = ''cancelled'', updated_at = now(), changed_by = ''directory'', changed_by_user_id = null
     from new_rows n
     join old_rows o on o.org_id = n.org_id and o.id = n.id and o.status = ''active''
     cross join locations l
     where n.status = ''inactive'' and b.org_id = n.org_id and b.%I = n.id and b.status = ''booked''
       and l.org_id = b.org_id and l.id = b.location_id and b.day > (now() at time zone l.time_zone)::date', tg_argv[0]);
  return null;
end
$$;
create trigger release_parking_after_update after update on users referencing old table as old_rows new table as new_rows
for each statement execute function release_parking('user_id');
create trigger release_parking_after_update after update on parking_bays referencing old table as old_rows new table as new_rows
for each statement execute function release_parking('bay_id');
create trigger release_parking_after_update after update on locations referencing old table as old_rows new table as new_rows
for each statement execute function release_parking('location_id');

-- Workplace events: lists by start, and those of one person.
alter table event_invitations
  add column updated_at timestamptz not null default now();
create index workplace_events_start on workplace_events (org_id, starts_at, id);
create index workplace_events_organizer on workplace_events (org_id, organizer_user_id) where organizer_user_id is not null;
create index event_invitations_user on event_invitations (org_id, user_id);

-- Workplace events with the local day on which they start, which is the day they belong to. Conditions on starts_at go by the
-- index: a local day begins at most 14 hours before the UTC day of the same date and ends at most 12 hours after it.
create view workplace_event_days as
select e.org_id, e.id, e.starts_at, e.location_id, (e.starts_at at time zone l.time_zone)::date as day
from workplace_events e
join locations l on l.org_id = e.org_id and l.id = e.location_id;

-- How many invitees of the workplace events of these days were present at the event's location on its local day (domain §9).
-- Events of which nobody was have no row.
--
-- Presence is read by its primary key, all of the organisation's on these days and the two next to them, and only once however
-- many events there are: with 10,000 people and 40,000 presence events a day 0.15 s for one day, 0.5 s for 30.
create function event_attendance(org uuid, first_day date, last_day date)
returns table (event_id uuid, attended_count bigint)
language sql stable parallel safe
begin atomic
select e.id, count(distinct p.user_id)
from workplace_event_days e
join event_invitations i on i.org_id = e.org_id and i.event_id = e.id
join presence_events p on p.org_id = e.org_id and p.user_id = i.user_id and p.location_id = e.location_id and p.local_day = e.day
where e.org_id = org
  and e.starts_at >= first_day::timestamp at time zone 'UTC' - interval '14 hours'
  and e.starts_at < (last_day + 1)::timestamp at time zone 'UTC' + interval '12 hours'
  and e.day between first_day and last_day
  and p.org_id = org
  and p.utc_day between first_day - 1 and last_day + 1
group by e.id;
end;

-- Visitors that a host expects. Walk-ins are known by their visitor events alone.
create table visits (
  org_id uuid not null,
  id uuid not null,
  status text not null default 'expected' check (status in ('expected', 'cancelled')),
  visitor_name text not null,
  visitor_email text,
  visitor_type text,
  location_id uuid not null,
  day date not null,
  expected_at timestamptz,
  host_user_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  foreign key (org_id, host_user_id) references users (org_id, id)
);
create index visits_day on visits (org_id, day, location_id);
create index visits_host on visits (org_id, host_user_id);
create index visitor_events_local_day on visitor_events (org_id, local_day);

-- The one account of who visited: expected visits with when the visitor came and went, and walk-ins, which are arrivals that
-- nobody expected. A pure function of visits and visitor events: in which order those came in makes no difference.
--
-- An event belongs to the visit of its building and day that has its e-mail, else its visitor's name and host; of several, to
-- that of its host, then to the one expected nearest to it. Visits that were cancelled are expected no longer. A departure
-- follows the last arrival before it of the same visitor, known by e-mail, else by badge, else by name and host; without one it
-- belongs to a visit as an arrival would.
create function visit_log(org uuid, first_day date, last_day date, only_location uuid default null)
returns table (
  -- Of a walk-in: made of its event, so that it always is the same.
  visit_id uuid,
  is_expected boolean,
  is_cancelled boolean,
  visitor_name text,
  visitor_email text,
  visitor_type text,
  badge_number text,
  location_id uuid,
  day date,
  expected_at timestamptz,
  host_user_id uuid,
  -- First arrival, and last departure unless an arrival came after it.
  arrived_at timestamptz,
  departed_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz
)
language sql stable
begin atomic
with events as materialized (
  select md5(concat_ws(' ', e.org_id, e.source_no, e.utc_day - date '2000-01-01', e.event_id))::uuid as id,
    e.event_type = 'arrived' as is_arrival, e.occurred_at, e.received_at, e.location_id, e.local_day as day,
    e.visitor_name, e.visitor_email, e.visitor_type, e.badge_number, e.host_user_id,
    lower(e.visitor_name) as name, lower(e.visitor_email) as email
  from visitor_events e
  where e.org_id = org and e.local_day between first_day and last_day
    and (only_location is null or e.location_id = only_location)
),
planned as materialized (
  select v.id, v.status = 'cancelled' as is_cancelled, v.visitor_name, v.visitor_email, v.visitor_type, v.location_id, v.day,
    v.expected_at, v.host_user_id, v.created_at, v.updated_at, lower(v.visitor_name) as name, lower(v.visitor_email) as email
  from visits v
  where v.org_id = org and v.day between first_day and last_day
    and (only_location is null or v.location_id = only_location)
),
-- Two equalities each, so that both are joined by hashes however many visitors there are.
candidates as (
  select e.id as event_id, v.id as visit_id, 1 as rank, v.host_user_id is not distinct from e.host_user_id as is_host,
    abs(extract(epoch from e.occurred_at - v.expected_at)) as distance
  from events e
  join planned v on v.location_id = e.location_id and v.day = e.day and v.email = e.email
  where not v.is_cancelled
  union all
  select e.id, v.id, 2, true, abs(extract(epoch from e.occurred_at - v.expected_at))
  from events e
  join planned v on v.location_id = e.location_id and v.day = e.day and v.name = e.name and v.host_user_id = e.host_user_id
  where not v.is_cancelled
),
matches as (
  select distinct on (c.event_id) c.event_id, c.visit_id
  from candidates c
  order by c.event_id, c.rank, c.is_host desc, c.distance, c.visit_id
),
-- Of each departure the arrival before it; one at the same moment only where there is none before.
pairs as (
  select d.id as departure_id, a.id as arrival_id, 1 as rank, a.occurred_at, a.occurred_at < d.occurred_at as is_before
  from events d
  join events a on a.location_id = d.location_id and a.day = d.day and a.email = d.email
  where a.is_arrival and not d.is_arrival and a.occurred_at <= d.occurred_at
  union all
  select d.id, a.id, 2, a.occurred_at, a.occurred_at < d.occurred_at
  from events d
  join events a on a.location_id = d.location_id and a.day = d.day and a.badge_number = d.badge_number
  where a.is_arrival and not d.is_arrival and a.occurred_at <= d.occurred_at
  union all
  select d.id, a.id, 3, a.occurred_at, a.occurred_at < d.occurred_at
  from events d
  join events a on a.location_id = d.location_id and a.day = d.day and a.name = d.name
  where a.is_arrival and not d.is_arrival and a.occurred_at <= d.occurred_at
    and a.host_user_id is not distinct from d.host_user_id
),
arrivals_before as (
  select distinct on (p.departure_id) p.departure_id, p.arrival_id
  from pairs p
  order by p.departure_id, p.rank, p.is_before desc, p.occurred_at desc, p.arrival_id
),
-- What each event belongs to: a visit, else the walk-in of its arrival; departures of nobody to nothing.
stays as (
  select coalesce(m.visit_id, b.arrival_id, case when e.is_arrival then e.id end) as id,
    min(e.occurred_at) filter (where e.is_arrival) as arrived_at,
    max(e.occurred_at) filter (where e.is_arrival) as last_arrived_at,
    max(e.occurred_at) filter (where not e.is_arrival) as departed_at,
    max(e.received_at) as received_at,
    max(e.badge_number) as badge_number
  from events e
  left join arrivals_before b on b.departure_id = e.id
  left join matches m on m.event_id = coalesce(b.arrival_id, e.id)
  group by 1
)
select v.id, true, v.is_cancelled, v.visitor_name, v.visitor_email, v.visitor_type, s.badge_number, v.location_id, v.day,
  v.expected_at, v.host_user_id, s.arrived_at,
  case when s.departed_at >= s.last_arrived_at or s.last_arrived_at is null then s.departed_at end,
  v.created_at, greatest(v.updated_at, s.received_at)
from planned v
left join stays s on s.id = v.id
union all
select e.id, false, false, e.visitor_name, e.visitor_email, e.visitor_type, s.badge_number, e.location_id, e.day,
  null, e.host_user_id, s.arrived_at,
  case when s.departed_at >= s.last_arrived_at then s.departed_at end,
  e.received_at, s.received_at
from events e
join stays s on s.id = e.id;
end;
