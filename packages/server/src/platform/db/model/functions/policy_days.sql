-- The days of policy_periods(): a row for each person, week or month with a policy, and day of it.
-- Shown by: policies/rules.test.ts, policies/property.test.ts
create or replace function policy_days(
  org uuid, first_day date, last_day date, moment timestamptz default now(), only_user uuid default null
)
returns table (
  user_id uuid,
  -- The Sunday.
  week_end date,
  period_first date,
  day date,
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
select p.user_id, p.week_end, p.period_first, p.period_first + d.n, p.workdays & d.bit <> 0,
  case
    when p.not_employed & d.bit <> 0 then 'notEmployed'
    when p.closed & d.bit <> 0 then 'closed'
    when p.holiday & d.bit <> 0 then 'holiday'
    when p.time_off & d.bit <> 0 then 'timeOff'
    when p.outage & d.bit <> 0 then 'outage'
  end,
  p.attended & d.bit <> 0, p.expected & d.bit <> 0, p.counts & d.bit <> 0
from policy_periods(org, first_day, last_day, moment, only_user) p
cross join lateral (
  select n, 1::bigint << n as bit
  from generate_series(0, p.period_last - p.period_first) n
) d;
end;
