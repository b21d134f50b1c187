select
  user_id,
  user_name,
  email,
  first_name,
  last_name,
  status,
  onboarded,
  primary_group_id,
  primary_location_id
from {{ source('rollcall', 'users') }}
