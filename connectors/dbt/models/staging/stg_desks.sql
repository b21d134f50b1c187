select
  desk_id,
  desk_name,
  status,
  location_id,
  location_name,
  level_id,
  level_name,
  zone_id,
  zone_name,
  zone_type,
  assigned_user_id,
  updated_at,
  amenities,
  screens
from {{ source('rollcall', 'desks') }}
