select
  location_id || '/' || cast(month as text) as location_month_id,
  location_id,
  location_name,
  month,
  cast(sum(is_working_day) as bigint) as working_days,
  cast(sum(is_working_day * is_reporting) as bigint) as measured_days,
  cast(sum(planned) as bigint) as planned,
  cast(sum(judged) as bigint) as judged,
  cast(sum(seen) as bigint) as seen,
  cast(sum(attended) as double precision) / nullif(sum(judged), 0) as attendance_rate,
  cast(sum(no_shows) as double precision) / nullif(sum(judged), 0) as no_show_rate,
  avg(case when is_working_day = 1 then cast(seen as double precision) end) as average_daily_attendance,
  percentile_cont(0.9) within group (
    order by case when is_working_day = 1 then cast(seen as double precision) end
  ) as p90_daily_attendance,
  avg(case when is_working_day = 1 then utilisation end) as average_utilisation,
  max(case when is_working_day = 1 then utilisation end) as peak_utilisation
from {{ ref('fct_location_days') }}
group by location_id, location_name, month
