select
  location_id || '/' || cast(iso_weekday as text) as location_weekday_id,
  location_id,
  location_name,
  iso_weekday,
  count(*) as days,
  avg(cast(planned as double precision)) as average_planned,
  avg(cast(seen as double precision)) as average_seen,
  avg(cast(no_shows as double precision)) as average_no_shows,
  avg(cast(walk_ins as double precision)) as average_walk_ins,
  cast(sum(seen) as double precision) / nullif(sum(case when is_reporting = 1 then planned end), 0) as seen_per_planned
from {{ ref('fct_location_days') }}
group by location_id, location_name, iso_weekday
