-- Every user who was seen is counted once, at one location.
with facts as (
  select coalesce(sum(is_seen), 0) as seen
  from {{ ref('fct_attendance') }}
),
days as (
  select coalesce(sum(seen), 0) as seen
  from {{ ref('fct_location_days') }}
)
select
  facts.seen as seen_in_facts,
  days.seen as seen_in_days
from facts
cross join days
where facts.seen <> days.seen
