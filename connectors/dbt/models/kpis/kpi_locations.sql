with weeks as (
  select
    location_id,
    count(*) as complete_weeks,
    percentile_cont(0.5) within group (order by cast(peak_attendance as double precision)) as median_weekly_peak,
    percentile_cont(0.5) within group (order by cast(low_attendance as double precision)) as median_weekly_low
  from {{ ref('kpi_location_weeks') }}
  group by location_id
),
days as (
  select
    location_id,
    location_name,
    min(day) as first_day,
    max(day) as last_day,
    cast(sum(attended) as double precision) / nullif(sum(judged), 0) as attendance_rate,
    cast(sum(no_shows) as double precision) / nullif(sum(judged), 0) as no_show_rate,
    avg(case when is_working_day = 1 then cast(seen as double precision) end) as average_daily_attendance,
    percentile_cont(0.9) within group (
      order by case when is_working_day = 1 then cast(seen as double precision) end
    ) as p90_daily_attendance,
    avg(case when is_working_day = 1 then utilisation end) as average_utilisation
  from {{ ref('fct_location_days') }}
  group by location_id, location_name
)
select
  days.*,
  coalesce(weeks.complete_weeks, 0) as complete_weeks,
  weeks.median_weekly_peak,
  weeks.median_weekly_low
from days
left join weeks
  on weeks.location_id = days.location_id
