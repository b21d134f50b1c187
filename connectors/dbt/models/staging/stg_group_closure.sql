select
  ancestor_group_id,
  group_id,
  depth,
  ancestor_group_name,
  group_name,
  updated_at
from {{ source('rollcall', 'group_closure') }}
