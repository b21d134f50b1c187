select
  group_id,
  group_name,
  group_type,
  parent_group_id,
  parent_group_name,
  member_count,
  status,
  updated_at
from {{ source('rollcall', 'groups') }}
