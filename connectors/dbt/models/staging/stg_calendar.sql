select
  day,
  location_id,
  location_name,
  day_type,
  name,
  has_outage,
  updated_at
from {{ source('rollcall', 'calendar') }}
