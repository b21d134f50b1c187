select
  cast(day as text) || '/' || node_id as occupancy_day_id,
  day,
  location_id,
  location_type,
  node_id,
  coalesce(max(space_name), max(place_name), max(zone_name), max(level_name), max(location_name)) as node_name,
  cast(sum(samples) as bigint) as samples,
  sum(occupied_minutes) as occupied_minutes,
  cast(count(case when occupied_minutes > 0 then 1 end) as bigint) as occupied_hours,
  max(max_count) as max_count
from {{ ref('stg_occupancy') }}
group by day, location_id, location_type, node_id
