select
  location_month_id,
  attendance_rate,
  no_show_rate
from {{ ref('kpi_location_months') }}
where attendance_rate not between 0 and 1
  or no_show_rate not between 0 and 1
  or abs(attendance_rate + no_show_rate - 1) > 0.000001
