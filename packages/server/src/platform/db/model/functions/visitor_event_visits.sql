-- Which visit each arrival and departure of a visitor belongs to, by the rules that visit_log names: an announced visit, or the walk-in
-- whose id is that of its arrival.
-- Shown by: visits/visits.test.ts, explain/figures.test.ts
create or replace function visitor_event_visits(org uuid, first_day date, last_day date, only_location uuid default null)
returns table (
  -- Null for a departure of a visitor who never arrived.
  visit_id uuid,
  -- Derived from the key of the event, so it never changes.
  id uuid,
  source_no integer,
  event_id text,
  is_arrival boolean,
  occurred_at timestamptz,
  received_at timestamptz,
  location_id uuid,
  day date,
  visitor_name text,
  visitor_email text,
  visitor_type text,
  badge_number text,
  host_user_id uuid
)
language sql stable
begin atomic
with events as materialized (
  select md5(concat_ws(' ', e.org_id, e.source_no, e.utc_day - date '2000-01-01', e.event_id))::uuid as id, e.source_no,
    e.event_id, e.event_type = 'arrived' as is_arrival, e.occurred_at, e.received_at, e.location_id, e.local_day as day,
    e.visitor_name, e.visitor_email, e.visitor_type, e.badge_number, e.host_user_id,
    lower(e.visitor_name) as name, lower(e.visitor_email) as email
  from visitor_events e
  where e.org_id = org and e.local_day between first_day and last_day
    and (only_location is null or e.location_id = only_location)
),
planned as materialized (
  select v.id, v.status = 'cancelled' as is_cancelled, v.location_id, v.day, v.expected_at, v.host_user_id,
    lower(v.visitor_name) as name, lower(v.visitor_email) as email
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
)
-- Assigns each event to a visit, else to the walk-in of its arrival. A departure without either is ignored.
select coalesce(m.visit_id, b.arrival_id, case when e.is_arrival then e.id end), e.id, e.source_no, e.event_id, e.is_arrival,
  e.occurred_at, e.received_at, e.location_id, e.day, e.visitor_name, e.visitor_email, e.visitor_type, e.badge_number, e.host_user_id
from events e
left join arrivals_before b on b.departure_id = e.id
left join matches m on m.event_id = coalesce(b.arrival_id, e.id);
end;
