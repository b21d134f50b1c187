-- The service refuses cycles and more than 100 levels; the bound on depth keeps a damaged copy from running forever.
with recursive closure as (
  select
    group_id as ancestor_id,
    group_id,
    0 as depth
  from {{ ref('stg_groups') }}
  union all
  select
    closure.ancestor_id,
    children.group_id,
    closure.depth + 1 as depth
  from closure
  join {{ ref('stg_groups') }} as children
    on children.parent_group_id = closure.group_id
  where closure.depth < 100
)
select
  ancestor_id || '/' || group_id as group_closure_id,
  ancestor_id,
  group_id,
  depth
from closure
