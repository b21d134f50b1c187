-- Attendance (domain §7), and which locations report presence on which days (domain §1).

-- First and last local day of presence reports, null from: none; null until: without end.
create view presence_reporting as
select l.org_id, l.id as location_id, coalesce(l.presence_from, p.first_day) as reports_from, l.presence_until as reports_until
from locations l
left join location_presence p on p.org_id = l.org_id and p.location_id = l.id;

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
  updated_at timestamptz
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
  coalesce(b.location_id, s.location_id, u.primary_location_id),
  greatest(p.updated_at, b.updated_at, s.received_at)
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
cross join lateral (
  select coalesce(p.plan, case when b.id is not null then 'o' end) as plan,
    case when coalesce(p.plan, 'o') = 'o' and (p.user_id is not null or b.id is not null)
      then coalesce(b.location_id, p.location_id, u.primary_location_id) end as location_id
) planned
left join seen s on s.user_id = u.id and s.day = d.day
left join locations l on l.org_id = org and l.id = planned.location_id
left join presence_reporting r on r.org_id = org and r.location_id = planned.location_id
where o.id = org
  and u.org_id = org
  and (p.user_id is not null or b.id is not null or s.user_id is not null)
order by u.id, d.day, (s.location_id = planned.location_id) desc nulls last, s.first_seen_at, s.location_id;
end;

-- A day is the location's local calendar day (domain §1), so a corrected time zone moves what was recorded there to other days.
-- Reads all events of the organisation, as no index leads to those of a location: a correction is rare, and ingest is not.
create function move_local_days() returns trigger
language plpgsql as $$
declare
  moved record;
  events text;
begin
  for moved in
    select n.org_id, n.id, n.time_zone
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    where o.time_zone <> n.time_zone
    order by n.org_id, n.id
  loop
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
create trigger move_local_days after update on locations
referencing old table as old_rows new table as new_rows
for each statement execute function move_local_days();
