-- A no-show requires an office plan, and a user who was seen has a location.
select attendance_id
from {{ ref('fct_attendance') }}
where (is_no_show = 1 and is_planned = 0)
  or (is_unconfirmed = 1 and is_planned = 0)
  or (is_seen = 1 and seen_location_id is null)
  or (is_seen = 0 and seen_location_id is not null)
