-- A person on a level is in its building in the same hour.
select
  parts.headcount_id,
  parts.people,
  buildings.people as people_of_building
from {{ ref('fct_headcount') }} as parts
join {{ ref('fct_headcount') }} as buildings
  on buildings.location_type = 'location'
  and buildings.location_id = parts.location_id
  and buildings.day = parts.day
  and buildings.hour = parts.hour
where parts.people > buildings.people
