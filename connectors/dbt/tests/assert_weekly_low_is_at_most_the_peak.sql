select location_week_id
from {{ ref('kpi_location_weeks') }}
where low_attendance > peak_attendance
  or average_daily_attendance not between low_attendance and peak_attendance
