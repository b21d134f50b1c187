select
  entry_no,
  timestamp,
  day,
  action,
  actor_type,
  actor_id,
  actor_name,
  address,
  user_agent,
  request_id,
  entity_type,
  entity_id,
  entity_name,
  before,
  after
from {{ source('rollcall', 'audit_log') }}
