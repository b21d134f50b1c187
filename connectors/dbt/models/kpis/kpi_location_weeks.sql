-- A week with a day that was not loaded or not measured has no true low, so only complete weeks are listed.
select
  location_id || '/' || cast(week as text) as location_week_id,
  location_id,
  location_name,
  week,
  avg(cast(seen as double precision)) as average_daily_attendance,
  max(seen) as peak_attendance,
  min(seen) as low_attendance,
  max(utilisation) as peak_utilisation
from {{ ref('fct_location_days') }}
where is_working_day = 1
group by location_id, location_name, week
having count(seen) = 5
