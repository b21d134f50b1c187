-- The one definition of attendance (domain §7): a row for each user and day with a plan, a live booking or presence. It is a pure
-- function of these and of the settings and calendars of the locations; `moment` decides which days are over. The location and group of a
-- user on a past day come from user_moves. Everything that changes a row counts in `updated_at`.
--
-- It is a single stable select, so PostgreSQL inlines it and pushes conditions on user_id and day into it; a condition on
-- location_id filters the result. Days are half-open ranges, for which the planner estimates rows well. Plans and bookings are
-- joined to days by number: by date, the planner would underestimate each day and read all bookings of each user.
--
-- Measured with 10,000 users, 1.8 million plans, 1.1 million bookings and 35,000 presence events a day, on two busy cores, with
-- PostgreSQL 15 and 18 alike. One user and day takes 20-30 ms, nearly all of it for the bitmap scan of three UTC days of presence.
-- A day of all users takes 110-140 ms (merge joins along the ids of users). 30 days of all users, 300,000 rows, take 1.8-2.5 s (hash
-- joins; half of it for a million events, a fifth for the sort). Moves cost 1 %, and 2 % if there are 20,000 of them.
-- Shown by: attendance/property.test.ts, attendance/days.test.ts, calendar/effects.test.ts
create or replace function attendance(org uuid, first_day date, last_day date, moment timestamptz default now())
returns table (
  user_id uuid,
  day date,
  plan text,
  -- Where the plan comes from; null without one.
  plan_origin text,
  booking_id uuid,
  -- 1 is a location, 2 a zone, 3 a place.
  booking_depth integer,
  booking_location_id uuid,
  booking_zone_id uuid,
  booking_place_id uuid,
  -- For an office day: the location of the booking, else of the plan, else the primary one. If it is closed that day, there is no
  -- office day.
  planned_location_id uuid,
  attendance_type text,
  attendance_location_id uuid,
  -- The first and last presence at the attendance location.
  first_seen_at timestamptz,
  last_seen_at timestamptz,
  -- The location that the row belongs to: that of the booking, else of the attendance, else the primary one.
  location_id uuid,
  -- When anything that decides the row last changed, except names.
  updated_at timestamptz,
  -- The location and group that the user had on the day.
  primary_location_id uuid,
  primary_group_id uuid,
  -- Why the attendance is what it is.
  attendance_reason text,
  -- Every location with presence that day, in the order of first presence.
  location_ids uuid[],
  -- When the user checked in at the booked location, which counts like presence there; null without a check-in.
  checked_in_at timestamptz
)
language sql stable parallel safe
begin atomic
with seen as (
  -- Reads by the primary key: in every time zone, a local day begins and ends within a day of the UTC day of the same date.
  select e.user_id, e.local_day as day, e.location_id,
    min(e.occurred_at) as first_seen_at, max(e.occurred_at) as last_seen_at,
    max(max(e.received_at)) over (partition by e.user_id, e.local_day) as received_at,
    array_agg(e.location_id) over (
      partition by e.user_id, e.local_day order by min(e.occurred_at), e.location_id
      rows between unbounded preceding and unbounded following
    ) as location_ids
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
-- Of several locations with presence the planned one counts, else the one with the earliest presence.
select distinct on (u.id, d.day)
  u.id, d.day, planned.plan,
  case
    when k.day_type is not null then null
    when p.origin = 'day-plan' and p.changed_by in ('directory', 'presence') then p.changed_by::text
    else p.origin
  end,
  b.id,
  case when b.place_id is not null then 3 when b.zone_id is not null then 2 when b.id is not null then 1 end,
  b.location_id, b.zone_id, b.place_id, planned.location_id,
  case
    when came.location_id = planned.location_id then 'confirmed'
    when came.location_id is not null then 'walkIn'
    when planned.plan is distinct from 'o' then null
    -- The day is not over at the location, so a missing user is no no-show yet.
    when d.day >= local_day(moment, zone.name, zone.start_hour) then null
    when k.has_outage then 'unconfirmed'
    when d.day >= r.reports_from and (r.reports_until is null or d.day <= r.reports_until) then 'noShow'
    else 'unconfirmed'
  end,
  came.location_id,
  case when s.location_id = came.location_id then s.first_seen_at end,
  case when s.location_id = came.location_id then s.last_seen_at end,
  coalesce(b.location_id, s.location_id, home.location_id),
  greatest(
    p.updated_at, b.updated_at, s.received_at, x.removed_at, u.updated_at, l.updated_at, r.reports_changed_at,
    case when l.id is null then o.time_zone_changed_at end,
    -- A no-show is known only when the day is over.
    case when planned.plan = 'o' and came.location_id is null and day_start(d.day + 1, zone.name, zone.start_hour) <= moment
      then day_start(d.day + 1, zone.name, zone.start_hour) end
  ),
  home.location_id, home.group_id,
  case
    when k.day_type is not null then 'closed'
    when planned.plan = 'r' then 'remote'
    when planned.plan = 'a' then 'away'
    when planned.plan is null then 'unplanned'
    when came.location_id = planned.location_id then 'planned'
    when came.location_id is not null then 'elsewhere'
    when d.day >= local_day(moment, zone.name, zone.start_hour) then null
    when k.has_outage then 'notReporting'
    when d.day >= r.reports_from and (r.reports_until is null or d.day <= r.reports_until) then 'planned'
    else 'notReporting'
  end,
  coalesce(s.location_ids, '{}'), b.checked_in_at
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
) intended
left join special_days(org, first_day, last_day) k on k.location_id = intended.location_id and k.day = d.day
cross join lateral (
  -- A closed day overrides an office plan, so it counts in no rate (domain §3 and §12).
  select case when k.day_type is null then intended.plan end as plan,
    case when k.day_type is null then intended.location_id end as location_id
) planned
left join seen s on s.user_id = u.id and s.day = d.day
cross join lateral (
  -- A check-in is at the booked location, wherever the user was seen.
  select checked.location_id as checked_in_id, coalesce(checked.location_id, s.location_id) as location_id
  from (select case when b.checked_in_at is not null then b.location_id end as location_id) checked
) came
left join locations l on l.org_id = org and l.id = intended.location_id
left join presence_reporting r on r.org_id = org and r.location_id = planned.location_id
left join day_removals x
  on x.org_id = org and x.user_id = u.id and x.day - first_day = d.n and x.day >= first_day and x.day < last_day + 1
cross join lateral (
  select coalesce(l.time_zone, o.time_zone) as name, coalesce(l.day_start_hour, 0) as start_hour
) zone
where o.id = org
  and u.org_id = org
  and (p.user_id is not null or b.id is not null or s.user_id is not null)
order by u.id, d.day, (s.location_id = coalesce(planned.location_id, came.checked_in_id)) desc nulls last, s.first_seen_at,
  s.location_id;
end;
