select
  group_id,
  group_name,
  group_type,
  parent_group_id,
  parent_group_name,
  member_count,
  case when status = 'active' then 1 else 0 end as is_active
from {{ ref('stg_groups') }}
