select
  visit_id,
  visit_type,
  status,
  visitor_name,
  visitor_email,
  visitor_type,
  badge_number,
  location_id,
  location_name,
  day,
  expected_at,
  host_user_id,
  host_user_name,
  arrived_at,
  departed_at,
  created_at
from {{ source('rollcall', 'visits') }}
