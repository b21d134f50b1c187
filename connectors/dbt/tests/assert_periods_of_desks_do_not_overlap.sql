-- On each day a desk has one row.
select
  one.desk_period_id,
  other.desk_period_id as overlapping
from {{ ref('dim_desk_history') }} as one
join {{ ref('dim_desk_history') }} as other
  on other.desk_id = one.desk_id
  and other.valid_from > one.valid_from
  and (one.valid_to is null or other.valid_from < one.valid_to)
