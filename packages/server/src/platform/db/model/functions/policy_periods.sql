-- What attendance policies count of a person in a week or month with a policy: the days of a row are bits of numbers, the first in the
-- lowest bit. A week is named by its Sunday; a month belongs to the week in which its last day is. The policy, group and building of a
-- week or month are those of its first day, or of the person's first day in it. It is a pure function of attended_days(), of policies,
-- groups, calendars and users; `moment` decides which days are over. Months are read only where one ends and a policy counts by month.
-- Days up to `published_through` are read from person_months instead, which has no event to go through.
-- Shown by: policies/rules.test.ts, policies/property.test.ts
create or replace function policy_periods(
  org uuid, first_day date, last_day date, moment timestamptz default now(), only_user uuid default null,
  published_through date default null
)
returns table (
  user_id uuid,
  -- The Sunday.
  week_end date,
  period_first date,
  period_last date,
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
  workdays bigint,
  -- Days on which nothing is required, each because of the first of these that holds.
  not_employed bigint,
  closed bigint,
  holiday bigint,
  time_off bigint,
  outage bigint,
  -- Days on which the person was seen, or planned to be where presence is not reported.
  attended bigint,
  -- Office days of today or later that are expected to become attendance.
  expected bigint,
  -- Days of which the policy counts attendance.
  counts bigint
)
language sql stable
begin atomic
with recursive recorded as (
  -- A week or month that began before anything was recorded is not judged.
  select least(
    (select min(d.day) from day_plans d where d.org_id = org), (select min(p.first_day) from location_presence p where p.org_id = org),
    -- Plans that retention has removed were recorded before.
    (
      select max(r.through) + 1
      from retention_runs r
      where r.org_id = org and r.kind = 'presence' and (r.rows ->> 'day_plans')::bigint > 0
    )
  ) as since
),
periods as (
  select s.week_end, false as is_month, s.week_end - 6 as first, s.week_end as last
  from (select policy_periods.first_day + n as week_end from generate_series(0, policy_periods.last_day - policy_periods.first_day) n) s
  where extract(isodow from s.week_end) = 7 and s.week_end - 6 >= (select r.since from recorded r)
  union all
  select s.week_end, true, date_trunc('month', m.last::timestamp)::date, m.last
  from (select policy_periods.first_day + n as week_end from generate_series(0, policy_periods.last_day - policy_periods.first_day) n) s
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
    r.policy_group_id, r.kind, r.days, r.weekdays,
    -- The first day of a week is a Monday.
    (select bit_or(1::bigint << (d - 1)) from unnest(r.weekdays) d) as named
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
  select a.user_id, p.week_end, p.is_month, bit_or(a.involved >> s.back << s.on & p.whole) as involved,
    bit_or(a.attended >> s.back << s.on & p.whole) as attended, bit_or(a.expected >> s.back << s.on & p.whole) as expected,
    bit_or(a.off >> s.back << s.on & p.whole) as off
  from (
    select d.*
    from attended_days(org, greatest(first_day - 6, published_through + 1), last_day, moment, only_user) d
    where exists (select from attendance_policies p where p.org_id = org)
    union all
    select d.*
    from attended_days(org, greatest(first_day - 36, published_through + 1), first_day - 7, moment, only_user) d
    -- Where these days are published, the condition is false before anything is planned.
    where exists (select from periods p where p.is_month) and greatest(first_day - 36, published_through + 1) < first_day - 6
    union all
    select m.user_id, m.month, m.involved & b.known, (m.seen | (m.planned & ~m.no_show)) & b.known, 0, 0
    from person_months m
    cross join lateral (select bits_before(published_through + 1, m.month) as known) b
    where m.org_id = org and (only_user is null or m.user_id = only_user) and m.month <= published_through
      and m.month >= (select date_trunc('month', min(p.first)::timestamp)::date from periods p)
      and exists (select from attendance_policies p where p.org_id = org)
      and (select min(p.first) from periods p) <= published_through
    union all
    select d.user_id, d.day, 0, 0, 0, 1
    from day_plans d
    where d.org_id = org and (only_user is null or d.user_id = only_user) and d.origin = 'time-off' and d.day <= published_through
      and d.day >= (select min(p.first) from periods p)
  ) a
  join (select p.*, bits_before(p.last + 1, p.first) as whole from periods p) p on p.first < a.since + 62 and p.last >= a.since
  cross join lateral (select greatest(p.first - a.since, 0) as back, greatest(a.since - p.first, 0) as on) s
  group by a.user_id, p.week_end, p.is_month
),
moves as (
  select m.user_id, lag(m.before, 1, '-infinity') over (partition by m.user_id order by m.before) as since, m.before,
    m.primary_group_id, m.primary_location_id
  from user_moves m
  where m.org_id = org and (only_user is null or m.user_id = only_user)
),
people as materialized (
  select e.user_id, e.week_end, e.is_month, e.period_first, e.period_last, h.group_id, h.location_id, o.time_zone,
    r.policy_group_id, r.kind, r.days, r.weekdays, r.named, e.attended, e.expected, e.off,
    ~bits_before(e.first, e.period_first) & bits_before(e.last + 1, e.period_first) & ~e.gone as employed
  from organizations o
  join (
    select u.id as user_id, u.primary_group_id, u.primary_location_id, p.week_end, p.is_month, p.first as period_first,
      p.last as period_last, coalesce(s.attended, 0) as attended, coalesce(s.expected, 0) as expected, coalesce(s.off, 0) as off,
      -- A history that was loaded is older than the row of the user, and a leaver's last day is the one before. Only days of the week or
      -- month itself count, so that its figures do not depend on what else is asked for; most people have a plan on its first day.
      case when c.joined <= p.first or s.involved & 1 = 1 then p.first
        else least(
          c.joined, p.first + bit_count(((s.involved & -s.involved) - 1)::bit(64))::integer,
          (select min(d.day) from day_plans d where d.org_id = org and d.user_id = u.id)
        )
      end as first,
      case
        when u.status = 'active' then 'infinity'
        when u.inactive_since is not null then (u.inactive_since at time zone z.time_zone)::date - 1
        else (select max(d.day) from day_plans d where d.org_id = org and d.user_id = u.id)
      end as last,
      -- The days on which someone who is active again, or left once more, was inactive: from that of leaving on, before that of return.
      case when u.inactive_times = '{}' then 0 else coalesce((
        select bit_or(~bits_before(greatest(g.since, p.first), p.first) & bits_before(least(g.until, p.last + 1), p.first))
        from (
          select (u.inactive_times[n] at time zone z.time_zone)::date as since,
            (u.inactive_times[n + 1] at time zone z.time_zone)::date as until
          from generate_series(1, cardinality(u.inactive_times), 2) n
        ) g
        where g.since <= p.last and g.until > p.first
      ), 0) end as gone
    from organizations z
    join users u on u.org_id = z.id
    cross join lateral (select (u.created_at at time zone z.time_zone)::date as joined offset 0) c
    cross join periods p
    left join seen s on s.user_id = u.id and s.week_end = p.week_end and s.is_month = p.is_month
    where z.id = org and u.erased_at is null and (only_user is null or u.id = only_user)
    offset 0
  ) e on true
  left join moves m on m.user_id = e.user_id and m.before > greatest(e.period_first, e.first)
    and m.since <= greatest(e.period_first, e.first)
  cross join lateral (
    select case when m.before is null then e.primary_group_id else m.primary_group_id end as group_id,
      coalesce(
        case when m.before is null then e.primary_location_id else m.primary_location_id end,
        '00000000-0000-0000-0000-000000000000'
      ) as location_id
  ) h
  join rules r on r.group_id = h.group_id and greatest(e.period_first, e.first) >= r.since
    and greatest(e.period_first, e.first) < r.until and r.kind <> 'none' and (r.kind = 'daysPerMonth') = e.is_month
  where o.id = org and e.first <= e.period_last and e.last >= e.period_first
    and (
      e.gone = 0
      or ~bits_before(e.first, e.period_first) & bits_before(least(e.last, e.period_last) + 1, e.period_first) & ~e.gone <> 0
    )
),
-- Days are the same for all people of a building.
calendars as materialized (
  select b.location_id, b.week_end, b.is_month,
    local_day(moment, coalesce(l.time_zone, b.time_zone), coalesce(l.day_start_hour, 0)) > b.week_end as is_over,
    coalesce(bit_or(d.bit) filter (where extract(isodow from d.day)::smallint = any (coalesce(l.working_days, '{1,2,3,4,5}'))), 0)
      as workdays,
    coalesce(bit_or(d.bit) filter (where k.day_type = 'closed'), 0) as closed,
    coalesce(bit_or(d.bit) filter (where k.day_type = 'holiday'), 0) as holiday,
    coalesce(bit_or(d.bit) filter (where k.has_outage), 0) as outage
  from (
    select distinct p.location_id, p.week_end, p.is_month, p.period_first, p.period_last, p.time_zone
    from people p
  ) b
  left join locations l on l.org_id = org and l.id = b.location_id
  cross join lateral (
    select b.period_first + n as day, 1::bigint << n as bit
    from generate_series(0, b.period_last - b.period_first) n
  ) d
  left join special_days(org, first_day - 36, last_day) k on k.location_id = b.location_id and k.day = d.day
  group by b.location_id, b.week_end, b.is_month, l.time_zone, b.time_zone, l.day_start_hour
)
select p.user_id, p.week_end, p.period_first, p.period_last, p.group_id,
  p.location_id, p.policy_group_id, p.kind, p.days, p.weekdays, k.is_over, k.workdays, x.not_employed,
  x.closed, x.holiday, x.time_off, x.outage, p.attended, p.expected,
  case when p.kind = 'weekdays' then k.workdays & p.named & ~(x.not_employed | x.closed | x.holiday | x.time_off | x.outage)
    else bits_before(p.period_last + 1, p.period_first) & ~x.not_employed
  end
from people p
join calendars k on k.location_id = p.location_id and k.week_end = p.week_end and k.is_month = p.is_month
cross join lateral (select p.employed & k.workdays as asked) a
cross join lateral (
  select bits_before(p.period_last + 1, p.period_first) & ~p.employed as not_employed, a.asked & k.closed as closed,
    a.asked & k.holiday as holiday, a.asked & ~(k.closed | k.holiday) & p.off as time_off,
    a.asked & ~(k.closed | k.holiday | p.off | p.attended | p.expected) & k.outage as outage
) x;
end;
