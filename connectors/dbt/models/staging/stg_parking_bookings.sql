select
  parking_booking_id,
  user_id,
  user_name,
  day,
  location_id,
  location_name,
  bay_id,
  bay_name,
  status,
  created_at,
  updated_at
from {{ source('rollcall', 'parking_bookings') }}
