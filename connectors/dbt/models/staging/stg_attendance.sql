select
  user_id,
  day,
  plan,
  booking_depth,
  attendance_type,
  booking_location_id,
  attendance_location_id,
  primary_location_id,
  primary_group_id,
  first_seen_at,
  last_seen_at
from {{ source('rollcall', 'user_booking_attendance') }}
