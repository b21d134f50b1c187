-- The one definition of which days attendance policies count: a row for each person, week or month with a policy, and day of it. A week
-- is named by its Sunday; a month belongs to the week in which its last day is. The policy, group and building of a week or month are
-- those of its first day, or of the person's first day in it. It is a pure function of attendance(), of policies, groups, calendars and
-- users; `moment` decides which days are over. Months are read only where one ends and a policy counts by month.
-- Shown by: policies/rules.test.ts, policies/property.test.ts
create or replace function policy_days(
  org uuid, first_day date, last_day date, moment timestamptz default now(), only_user uuid default null
)
returns table (
  user_id uuid,
  -- The Sunday.
  week_end date,
  period_first date,
  period_last date,
  day date,
  group_id uuid,
  -- The nil UUID for none.
  location_id uuid,
  -- The group whose policy it is: that of the person, or one above it.
  policy_group_id uuid,
  kind text,
  days smallint,
  weekdays smallint[],
  -- Whether the Sunday is over at the building.
  is_over boolean,
  is_workday boolean,
  -- Why nothing is required on this day: notEmployed, closed, holiday, timeOff or outage.
  excuse text,
  -- Whether the person was seen, or planned to be where presence is not reported.
  attended boolean,
  -- Whether an office plan of today or later is expected to become attendance.
  expected boolean,
  -- Whether the policy counts attendance of this day.
  counts boolean
)
language sql stable
begin atomic
with recursive recorded as (
  -- A week or month that began before anything was recorded is not judged.
  select least(
    (select min(d.day) from day_plans d where d.org_id = org), (select min(p.first_day) from location_presence p where p.org_id = org)
  ) as since
),
periods as (
  select s.week_end, false as is_month, s.week_end - 6 as first, s.week_end as last
  from (select policy_days.first_day + n as week_end from generate_series(0, policy_days.last_day - policy_days.first_day) n) s
  where extract(isodow from s.week_end) = 7 and s.week_end - 6 >= (select r.since from recorded r)
  union all
  select s.week_end, true, date_trunc('month', m.last::timestamp)::date, m.last
  from (select policy_days.first_day + n as week_end from generate_series(0, policy_days.last_day - policy_days.first_day) n) s
  cross join lateral (
    select (date_trunc('month', (s.week_end - 6)::timestamp) + interval '1 month')::date - 1 as last
  ) m
  where extract(isodow from s.week_end) = 7 and m.last <= s.week_end
    and date_trunc('month', m.last::timestamp)::date >= (select r.since from recorded r)
    and exists (select from attendance_policies p where p.org_id = org and p.kind = 'daysPerMonth')
),
above as (
  select g.id as group_id, g.id as above_id, g.parent_id, 0 as depth
  from groups g
  where g.org_id = org and exists (select from attendance_policies p where p.org_id = org)
  union all
  select a.group_id, g.id, g.parent_id, a.depth + 1
  from above a
  join groups g on g.org_id = org and g.id = a.parent_id
  where a.depth < 100
),
-- What counts for a group from a day on: the policy of the nearest group above that has one by then.
rules as materialized (
  select v.group_id, v.since, lead(v.since, 1, 'infinity') over (partition by v.group_id order by v.since) as until,
    r.policy_group_id, r.kind, r.days, r.weekdays
  from (
    select distinct a.group_id, p.valid_from as since
    from above a
    join attendance_policies p on p.org_id = org and p.group_id = a.above_id
  ) v
  cross join lateral (
    select p.group_id as policy_group_id, p.kind, p.days, p.weekdays
    from above a
    join attendance_policies p on p.org_id = org and p.group_id = a.above_id
    where a.group_id = v.group_id and p.valid_from <= v.since
    order by a.depth, p.valid_from desc
    limit 1
  ) r
),
seen as materialized (
  select a.user_id, a.day, a.attendance_type in ('confirmed', 'walkIn', 'unconfirmed') as attended,
    a.plan = 'o' and a.attendance_type is null as expected, a.plan_origin = 'time-off' as is_off
  from attendance(org, first_day - 6, last_day, moment) a
  where (only_user is null or a.user_id = only_user) and exists (select from attendance_policies p where p.org_id = org)
  union all
  select a.user_id, a.day, a.attendance_type in ('confirmed', 'walkIn', 'unconfirmed'),
    a.plan = 'o' and a.attendance_type is null, a.plan_origin = 'time-off'
  from attendance(org, first_day - 36, first_day - 7, moment) a
  where (only_user is null or a.user_id = only_user)
    and exists (select from periods p where p.is_month)
),
-- Only days of the week or month itself, so that its figures do not depend on what else is asked for.
first_seen as (
  select s.user_id, p.week_end, p.is_month, min(s.day) as day
  from periods p
  join seen s on s.day between p.first and p.last
  group by s.user_id, p.week_end, p.is_month
),
people as (
  select u.id as user_id, p.week_end, p.first as period_first, p.last as period_last, e.first, e.last, h.group_id, h.location_id,
    r.policy_group_id, r.kind, r.days, r.weekdays, coalesce(l.working_days, '{1,2,3,4,5}') as working_days,
    local_day(moment, coalesce(l.time_zone, o.time_zone), coalesce(l.day_start_hour, 0)) > p.week_end as is_over
  from organizations o
  join users u on u.org_id = o.id
  cross join periods p
  left join first_seen f on f.user_id = u.id and f.week_end = p.week_end and f.is_month = p.is_month
  -- A history that was loaded is older than the row of the user, and a leaver's last day is the one before.
  cross join lateral (
    select
      case when (u.created_at at time zone o.time_zone)::date <= p.first then p.first
        else least(
          (u.created_at at time zone o.time_zone)::date, f.day,
          (select min(d.day) from day_plans d where d.org_id = org and d.user_id = u.id)
        )
      end as first,
      case
        when u.status = 'active' then 'infinity'
        when u.inactive_since is not null then (u.inactive_since at time zone o.time_zone)::date - 1
        else (select max(d.day) from day_plans d where d.org_id = org and d.user_id = u.id)
      end as last
    offset 0
  ) e
  left join lateral (
    select m.before, m.primary_group_id, m.primary_location_id
    from user_moves m
    where m.org_id = org and m.user_id = u.id and m.before > greatest(p.first, e.first)
    order by m.before
    limit 1
  ) m on true
  cross join lateral (
    select case when m.before is null then u.primary_group_id else m.primary_group_id end as group_id,
      case when m.before is null then u.primary_location_id else m.primary_location_id end as location_id
  ) h
  join rules r on r.group_id = h.group_id and greatest(p.first, e.first) >= r.since and greatest(p.first, e.first) < r.until
    and r.kind <> 'none' and (r.kind = 'daysPerMonth') = p.is_month
  left join locations l on l.org_id = org and l.id = h.location_id
  where o.id = org and u.erased_at is null and (only_user is null or u.id = only_user)
    and e.first <= p.last and e.last >= p.first
)
select p.user_id, p.week_end, p.period_first, p.period_last, d.day, p.group_id,
  coalesce(p.location_id, '00000000-0000-0000-0000-000000000000'), p.policy_group_id, p.kind, p.days, p.weekdays, p.is_over,
  w.is_workday, x.excuse, coalesce(s.attended, false), coalesce(s.expected, false),
  case when p.kind = 'weekdays'
    then w.is_workday and x.excuse is null and extract(isodow from d.day)::smallint = any (p.weekdays)
    else x.excuse is distinct from 'notEmployed'
  end
from people p
cross join lateral (select p.period_first + n as day from generate_series(0, p.period_last - p.period_first) n) d
left join special_days(org, first_day - 36, last_day) k on k.location_id = p.location_id and k.day = d.day
left join seen s on s.user_id = p.user_id and s.day = d.day
cross join lateral (select extract(isodow from d.day)::smallint = any (p.working_days) as is_workday) w
cross join lateral (
  select case
    when d.day < p.first or d.day > p.last then 'notEmployed'
    when not w.is_workday then null
    when k.day_type is not null then k.day_type
    when s.is_off then 'timeOff'
    when k.has_outage and not coalesce(s.attended, false) and not coalesce(s.expected, false) then 'outage'
  end as excuse
) x;
end;
