select
  location_id,
  location_name,
  address,
  time_zone,
  desk_count,
  space_count,
  case when status = 'active' then 1 else 0 end as is_active
from {{ ref('stg_locations') }}
