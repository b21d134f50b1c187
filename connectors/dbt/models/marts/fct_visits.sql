select
  visit_id || '/' || cast(day as text) as visit_day_id,
  visit_id,
  day,
  location_id,
  location_name,
  visit_type,
  status,
  host_user_id,
  expected_at,
  arrived_at,
  departed_at,
  case when visit_type = 'expected' then 1 else 0 end as is_expected,
  case when arrived_at is not null then 1 else 0 end as has_arrived,
  case when visit_type = 'expected' and status = 'expected' then 1 else 0 end as is_missed,
  extract(epoch from departed_at - arrived_at) / 60 as minutes
from {{ ref('stg_visits') }}
