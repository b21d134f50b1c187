select
  user_id,
  user_name,
  email,
  first_name,
  last_name,
  status,
  onboarded,
  primary_group_id,
  primary_group_name,
  primary_location_id,
  primary_location_name,
  created_at,
  updated_at
from {{ source('rollcall', 'users') }}
