select
  day,
  hour,
  location_id,
  location_name,
  level_id,
  level_name,
  zone_id,
  zone_name,
  people,
  visitors,
  planned,
  booked,
  capacity,
  location_type,
  node_id
from {{ source('rollcall', 'headcount') }}
