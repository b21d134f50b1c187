select
  action_id,
  timestamp,
  user_id,
  user_name,
  day,
  action,
  description,
  changed_by,
  changed_by_user_id,
  reason,
  before,
  after
from {{ source('rollcall', 'user_change_log') }}
