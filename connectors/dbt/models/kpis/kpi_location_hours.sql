-- How full a building is by weekday and hour: the mean and the most people at the same time.
select
  location_id || '/' || cast(iso_weekday as text) || '/' || cast(hour as text) as location_hour_id,
  location_id,
  location_name,
  iso_weekday,
  hour,
  count(*) as days,
  avg(cast(people as double precision)) as average_people,
  max(people) as peak_people,
  avg(utilisation) as average_utilisation
from {{ ref('fct_headcount') }}
where location_type = 'location'
  and people is not null
group by location_id, location_name, iso_weekday, hour
