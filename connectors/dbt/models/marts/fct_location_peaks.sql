-- The most people at the same time, and the first hour in which they were there.
with hours as (
  select
    *,
    row_number() over (partition by location_id, day order by people desc, hour) as position
  from {{ ref('fct_headcount') }}
  where location_type = 'location'
    and people is not null
)
select
  location_id || '/' || cast(day as text) as location_peak_id,
  location_id,
  location_name,
  day,
  iso_weekday,
  is_working_day,
  people as peak_people,
  case when people > 0 then hour end as peak_hour,
  capacity,
  utilisation as peak_utilisation
from hours
where position = 1
