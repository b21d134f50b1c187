select
  group_id,
  user_id,
  valid_from,
  valid_to,
  group_name,
  group_type,
  updated_at
from {{ source('rollcall', 'group_members') }}
