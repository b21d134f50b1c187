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
  select e.visit_id, e.id, e.is_arrival, e.occurred_at, e.received_at, e.location_id, e.day, e.visitor_name, e.visitor_email,
    e.visitor_type, e.badge_number, e.host_user_id
  from visitor_event_visits(org, first_day, last_day, only_location) e
),
planned as materialized (
  select v.id, v.status = 'cancelled' as is_cancelled, v.visitor_name, v.visitor_email, v.visitor_type, v.location_id, v.day,
    v.expected_at, v.host_user_id, v.created_at, v.updated_at
  from visits v
  where v.org_id = org and v.day between first_day and last_day
    and (only_location is null or v.location_id = only_location)
),
stays as (
  select e.visit_id as id,
    min(e.occurred_at) filter (where e.is_arrival) as arrived_at,
    max(e.occurred_at) filter (where e.is_arrival) as last_arrived_at,
    max(e.occurred_at) filter (where not e.is_arrival) as departed_at,
    max(e.received_at) as received_at,
    max(e.badge_number) as badge_number
  from events e
  where e.visit_id is not null
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
