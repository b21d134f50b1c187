select
  space_id,
  space_name,
  space_type,
  capacity,
  status,
  location_id,
  location_name,
  level_id,
  level_name,
  updated_at
from {{ source('rollcall', 'spaces') }}
