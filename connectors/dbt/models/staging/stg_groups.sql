select
  group_id,
  group_name,
  group_type,
  parent_group_id,
  parent_group_name,
  member_count,
  status
from {{ source('rollcall', 'groups') }}
