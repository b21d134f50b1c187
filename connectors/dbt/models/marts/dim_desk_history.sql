-- Each desk with the zone and assignee of each day from valid_from up to and excluding valid_to; null: still so.
select
  desk_id || '/' || cast(valid_from as text) as desk_period_id,
  desk_id,
  desk_name,
  location_id,
  location_name,
  level_id,
  level_name,
  zone_id,
  zone_name,
  assigned_user_id,
  case when status = 'active' then 1 else 0 end as is_active,
  valid_from,
  valid_to
from {{ ref('stg_desk_history') }}
