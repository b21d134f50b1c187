-- The one definition of who visited: expected visits, with the times at which the visitor came and left, and walk-ins, which are
-- arrivals that no visit expected. It is a pure function of visits and visitor events: the order in which they were received makes
-- no difference.
--
-- An event belongs to the visit of the same building and day with the same e-mail, else with the same name and host. Of several,
-- it belongs to that of its host, then to the one whose expected time is nearest. Canceled visits get no events. A departure belongs
-- to the last arrival before it of the same visitor, known by e-mail, else by badge, else by name and host. Without such an arrival
-- it belongs to a visit by the rules for arrivals.
-- Shown by: visits/visits.test.ts
create or replace function visit_log(org uuid, first_day date, last_day date, only_location uuid default null)
returns table (
  -- The id of a walk-in is derived from its event, so it never changes.
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
  -- The first arrival, and the last departure unless an arrival follows it.
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
-- Each branch joins by equalities only, so that hash joins handle any number of visitors.
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
-- Pairs each departure with the arrival before it. An arrival at the same moment counts only if there is none before.
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
-- Assigns each event to a visit, else to the walk-in of its arrival. A departure without either is ignored.
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
