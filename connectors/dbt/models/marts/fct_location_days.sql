with planned as (
  select
    planned_location_id as location_id,
    day,
    sum(is_planned) as planned,
    sum(is_judged) as judged,
    sum(is_confirmed) as attended,
    sum(is_no_show + is_seen_elsewhere) as no_shows,
    sum(is_no_show) as absences,
    sum(is_seen_elsewhere) as seen_elsewhere,
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
-- A location that opened later has no empty days before.
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
),
-- Presence is reported from the first day on which a user was seen there or missed.
readers as (
  select
    location_id,
    min(day) as first_day
  from (
    select location_id, day from planned where absences > 0
    union all
    select location_id, day from seen
  ) as reported
  group by location_id
),
days as (
  select
    openings.location_id,
    dates.day,
    dates.iso_weekday,
    dates.week,
    dates.month,
    dates.is_working_day,
    case
      when seen.seen > 0 or planned.absences > 0 then 1
      when planned.unconfirmed > 0 then 0
      when dates.day >= readers.first_day then 1
      else 0
    end as is_reporting
  from openings
  join {{ ref('dim_dates') }} as dates
    on dates.day >= openings.first_day
  left join readers
    on readers.location_id = openings.location_id
  left join planned
    on planned.location_id = openings.location_id
    and planned.day = dates.day
  left join seen
    on seen.location_id = openings.location_id
    and seen.day = dates.day
)
select
  days.location_id || '/' || cast(days.day as text) as location_day_id,
  days.location_id,
  locations.location_name,
  days.day,
  days.iso_weekday,
  days.week,
  days.month,
  days.is_working_day,
  days.is_reporting,
  locations.desk_count,
  cast(coalesce(planned.planned, 0) as bigint) as planned,
  cast(coalesce(planned.unconfirmed, 0) as bigint) as unconfirmed,
  cast(case when days.is_reporting = 1 then coalesce(planned.judged, 0) end as bigint) as judged,
  cast(case when days.is_reporting = 1 then coalesce(planned.attended, 0) end as bigint) as attended,
  cast(case when days.is_reporting = 1 then coalesce(planned.no_shows, 0) end as bigint) as no_shows,
  cast(case when days.is_reporting = 1 then coalesce(planned.seen_elsewhere, 0) end as bigint) as seen_elsewhere,
  cast(case when days.is_reporting = 1 then coalesce(seen.walk_ins, 0) end as bigint) as walk_ins,
  cast(case when days.is_reporting = 1 then coalesce(seen.seen, 0) end as bigint) as seen,
  cast(case when days.is_reporting = 1 then coalesce(seen.seen, 0) end as double precision)
    / nullif(locations.desk_count, 0) as utilisation
from days
left join {{ ref('dim_locations') }} as locations
  on locations.location_id = days.location_id
left join planned
  on planned.location_id = days.location_id
  and planned.day = days.day
left join seen
  on seen.location_id = days.location_id
  and seen.day = days.day
