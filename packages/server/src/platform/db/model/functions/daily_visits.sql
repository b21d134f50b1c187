-- The rows of the dataset of visits: the log of visits with the names that it shows.
-- Shown by: visits/dataset.test.ts
create or replace function daily_visits(org uuid, first_day date, last_day date)
returns table (
  visit_id uuid,
  visit_type text,
  status text,
  visitor_name text,
  visitor_email text,
  visitor_type text,
  badge_number text,
  location_id uuid,
  location_name text,
  day date,
  expected_at timestamptz,
  host_user_id uuid,
  host_user_name text,
  arrived_at timestamptz,
  departed_at timestamptz,
  created_at timestamptz
)
language sql stable
begin atomic
select v.visit_id, case when v.is_expected then 'expected' else 'walkIn' end,
  case
    when v.is_cancelled then 'cancelled'
    when v.departed_at is not null then 'departed'
    when v.arrived_at is not null then 'arrived'
    else 'expected'
  end,
  v.visitor_name, v.visitor_email, v.visitor_type, v.badge_number, v.location_id, l.name, v.day, v.expected_at, v.host_user_id,
  h.user_name, v.arrived_at, v.departed_at, v.created_at
from visit_log(org, first_day, last_day) v
join locations l on l.org_id = org and l.id = v.location_id
left join users h on h.org_id = org and h.id = v.host_user_id;
end;
