-- Each membership with the days on which it was valid: from valid_from up to and excluding valid_to; null: still so.
select
  group_id || '/' || user_id || '/' || cast(valid_from as text) as membership_id,
  group_id,
  group_name,
  group_type,
  user_id,
  valid_from,
  valid_to
from {{ ref('stg_group_members') }}
