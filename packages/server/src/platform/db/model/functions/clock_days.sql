-- The days of buildings on which the clocks do not change. On them the hour of a moment is the full hours since the day began, which costs
-- a fifth of what a time zone does.
--
-- A day of 24 hours is such a day, because no clocks change twice within a day. Where it begins with an hour that comes twice, moments of
-- the first one are before `begins_at`: they, and all moments outside of these days, have the hour that hour_of_day says.
-- Shown by: headcount/clock-days.test.ts
create or replace function clock_days(org uuid, first_day date, last_day date)
returns table (location_id uuid, day date, begins_at timestamptz, ends_at timestamptz)
language sql stable parallel safe
begin atomic
select d.location_id, d.day, d.begins_at, d.ends_at
from (
  select l.id as location_id, first_day + n as day, day_start(first_day + n, l.time_zone, l.day_start_hour) as begins_at,
    day_start(first_day + n + 1, l.time_zone, l.day_start_hour) as ends_at
  from locations l
  cross join lateral generate_series(0, last_day - first_day) n
  where l.org_id = org
  offset 0
) d
where d.ends_at - d.begins_at = interval '24 hours';
end;
