-- A group counts the people of all groups below it, so a division shows what its teams show together.
select
  closure.ancestor_id || '/' || cast(dates.month as text) as group_month_id,
  closure.ancestor_id as group_id,
  groups.group_name,
  groups.group_type,
  dates.month,
  count(distinct attendance.user_id) as people,
  cast(sum(attendance.is_planned) as bigint) as planned,
  cast(sum(attendance.is_judged) as bigint) as judged,
  cast(sum(attendance.is_seen) as bigint) as seen,
  cast(sum(attendance.is_attended) as double precision) / nullif(sum(attendance.is_judged), 0) as attendance_rate,
  cast(
    sum(case when attendance.is_judged = 1 then attendance.is_no_show else 0 end) as double precision
  ) / nullif(sum(attendance.is_judged), 0) as no_show_rate,
  cast(sum(attendance.is_seen) as double precision) / count(distinct attendance.user_id) as office_days_per_person
from {{ ref('fct_attendance') }} as attendance
join {{ ref('dim_dates') }} as dates
  on dates.day = attendance.day
join {{ ref('dim_group_closure') }} as closure
  on closure.group_id = attendance.group_id
join {{ ref('dim_groups') }} as groups
  on groups.group_id = closure.ancestor_id
group by closure.ancestor_id, groups.group_name, groups.group_type, dates.month
