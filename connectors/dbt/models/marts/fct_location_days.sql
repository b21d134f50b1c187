with planned as (
  select
    planned_location_id as location_id,
    day,
    sum(is_planned) as planned,
    sum(is_judged) as judged,
    sum(is_attended) as attended,
    sum(is_confirmed) as confirmed,
    sum(is_no_show) as no_shows,
    sum(is_unconfirmed) as unconfirmed
  from {{ ref('fct_attendance') }}
  where planned_location_id is not null
  group by planned_location_id, day
),
seen as (
  select
    seen_location_id as location_id,
    day,
    sum(is_seen) as seen,
    sum(is_walk_in) as walk_ins
  from {{ ref('fct_attendance') }}
  where seen_location_id is not null
  group by seen_location_id, day
),
-- A building that opened later has no empty days before.
openings as (
  select
    location_id,
    min(day) as first_day
  from (
    select location_id, day from planned
    union all
    select location_id, day from seen
  ) as used
  group by location_id
)
select
  openings.location_id || '/' || cast(dates.day as text) as location_day_id,
  openings.location_id,
  locations.location_name,
  dates.day,
  dates.iso_weekday,
  dates.week,
  dates.month,
  dates.is_working_day,
  locations.desk_count,
  cast(coalesce(planned.planned, 0) as bigint) as planned,
  cast(coalesce(planned.judged, 0) as bigint) as judged,
  cast(coalesce(planned.attended, 0) as bigint) as attended,
  cast(coalesce(planned.confirmed, 0) as bigint) as confirmed,
  cast(coalesce(planned.no_shows, 0) as bigint) as no_shows,
  cast(coalesce(planned.unconfirmed, 0) as bigint) as unconfirmed,
  cast(coalesce(seen.walk_ins, 0) as bigint) as walk_ins,
  cast(coalesce(seen.seen, 0) as bigint) as seen,
  cast(coalesce(seen.seen, 0) as double precision) / nullif(locations.desk_count, 0) as utilisation
from openings
join {{ ref('dim_dates') }} as dates
  on dates.day >= openings.first_day
left join {{ ref('dim_locations') }} as locations
  on locations.location_id = openings.location_id
left join planned
  on planned.location_id = openings.location_id
  and planned.day = dates.day
left join seen
  on seen.location_id = openings.location_id
  and seen.day = dates.day
