select
  users.user_id,
  users.user_name,
  users.email,
  users.first_name,
  users.last_name,
  users.primary_group_id,
  groups.group_name as primary_group_name,
  users.primary_location_id,
  locations.location_name as primary_location_name,
  case when users.status = 'active' then 1 else 0 end as is_active
from {{ ref('stg_users') }} as users
left join {{ ref('stg_groups') }} as groups
  on groups.group_id = users.primary_group_id
left join {{ ref('stg_locations') }} as locations
  on locations.location_id = users.primary_location_id
