-- Every day from the first to the last loaded day: a day without rows is a day without attendance.
with recursive loaded as (
  select
    min(day) as first_day,
    max(day) as last_day
  from {{ ref('stg_attendance') }}
),
days as (
  select
    first_day as day,
    last_day
  from loaded
  where first_day is not null
  union all
  select
    cast(day + 1 as date) as day,
    last_day
  from days
  where day < last_day
)
select
  day,
  cast(extract(isodow from day) as integer) as iso_weekday,
  cast(date_trunc('week', day) as date) as week,
  cast(date_trunc('month', day) as date) as month,
  case when extract(isodow from day) <= 5 then 1 else 0 end as is_working_day
from days
