with attendance as (
  select
    *,
    case when plan = 'o' then 1 else 0 end as is_planned,
    case when attendance_type in ('confirmed', 'walkIn') then 1 else 0 end as is_seen
  from {{ ref('stg_attendance') }}
)
select
  user_id || '/' || cast(day as text) as attendance_id,
  user_id,
  day,
  primary_group_id as group_id,
  coalesce(booking_location_id, attendance_location_id, primary_location_id) as location_id,
  planned_location_id,
  attendance_location_id as seen_location_id,
  plan,
  booking_depth,
  attendance_type,
  first_seen_at,
  last_seen_at,
  attendance_reason,
  plan_origin,
  presence_minutes,
  location_ids,
  day_type,
  checked_in_at,
  is_planned,
  is_seen,
  case when booking_depth is not null then 1 else 0 end as is_booked,
  case when is_planned = 1 and attendance_type in ('confirmed', 'noShow', 'walkIn') then 1 else 0 end as is_judged,
  case when is_planned = 1 and is_seen = 1 then 1 else 0 end as is_attended,
  case when attendance_type = 'confirmed' then 1 else 0 end as is_confirmed,
  case when attendance_type = 'noShow' then 1 else 0 end as is_no_show,
  case when attendance_type = 'unconfirmed' then 1 else 0 end as is_unconfirmed,
  case when attendance_type = 'walkIn' then 1 else 0 end as is_walk_in,
  case when is_planned = 1 and attendance_type = 'walkIn' then 1 else 0 end as is_seen_elsewhere
from attendance
