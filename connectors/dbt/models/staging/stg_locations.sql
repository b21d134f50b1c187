select
  location_id,
  location_name,
  address,
  status,
  time_zone,
  desk_count,
  space_count,
  updated_at
from {{ source('rollcall', 'locations') }}
