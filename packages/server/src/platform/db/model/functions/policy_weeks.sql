-- The rows of the dataset of attendance policies, and those of weeks that are not over: what was required of a person in a week, or in
-- the month that ended in it, and what counted. Days on which nothing is required reduce the requirement in proportion to the working
-- days of the week or month, rounded down, in favor of the person.
-- Shown by: policies/rules.test.ts, policies/property.test.ts
create or replace function policy_weeks(
  org uuid, first_day date, last_day date, moment timestamptz default now(), only_user uuid default null,
  -- Days up to this one are read from the roll-up of published days, which must be as they are now; null for none.
  published_through date default null
)
returns table (
  user_id uuid,
  -- The Sunday of the week.
  day date,
  week text,
  first_day_judged date,
  last_day_judged date,
  location_id uuid,
  primary_location_id uuid,
  primary_location_name text,
  primary_group_id uuid,
  primary_group_name text,
  policy_group_id uuid,
  policy_group_name text,
  policy_kind text,
  policy_days integer,
  policy_weekdays text,
  workdays integer,
  excused_days integer,
  required integer,
  attended integer,
  -- Days of office plans from today on, with those that count already.
  expected integer,
  -- met, partly, missed or exempt; of a week that is not over, as if it ended now.
  result text,
  met boolean,
  is_over boolean
)
language sql stable
begin atomic
select w.user_id, w.week_end, to_char(w.week_end, 'IYYY-"W"IW'), w.period_first, w.period_last, w.location_id, l.id, l.name,
  w.group_id, g.name, w.policy_group_id, a.name, w.kind, w.days::integer, array_to_string(w.weekdays, ','), w.workdays, w.workdays - w.required_workdays,
  r.required, w.attended, w.attended + w.expected, r.result, case when r.result <> 'exempt' then r.result = 'met' end, w.is_over
from (
  select p.user_id, p.week_end, p.period_first, p.period_last, p.location_id, p.group_id, p.policy_group_id, p.kind, p.days,
    p.weekdays, p.is_over, bit_count(p.workdays::bit(64))::integer as workdays,
    bit_count((p.workdays & ~(p.not_employed | p.closed | p.holiday | p.time_off | p.outage))::bit(64))::integer as required_workdays,
    bit_count(p.counts::bit(64))::integer as counted_days, bit_count((p.counts & p.attended)::bit(64))::integer as attended,
    bit_count((p.counts & p.expected)::bit(64))::integer as expected
  from policy_periods(org, first_day, last_day, moment, only_user, published_through) p
) w
cross join lateral (
  select case
    when w.kind = 'weekdays' then w.counted_days
    when w.workdays = 0 then 0
    else least(w.days, w.workdays) * w.required_workdays / w.workdays
  end as required
) n
cross join lateral (
  select n.required,
    case
      when n.required = 0 then 'exempt'
      when w.attended >= n.required then 'met'
      when w.attended > 0 then 'partly'
      else 'missed'
    end as result
) r
left join locations l on l.org_id = org and l.id = w.location_id
-- The groups exist; by an outer join PostgreSQL passes over those whose names are not asked for.
left join groups g on g.org_id = org and g.id = w.group_id
left join groups a on a.org_id = org and a.id = w.policy_group_id;
end;
