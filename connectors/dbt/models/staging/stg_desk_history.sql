select
  desk_id,
  valid_from,
  valid_to,
  desk_name,
  status,
  location_id,
  location_name,
  level_id,
  level_name,
  zone_id,
  zone_name,
  assigned_user_id,
  updated_at
from {{ source('rollcall', 'desk_history') }}
