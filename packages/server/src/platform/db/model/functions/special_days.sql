-- Returns the days of all buildings that are not like others of their weekday: holidays, closures, and outages of presence reporting.
-- A closure counts before a holiday. There are few of them, so that a join with all rows of these days costs little.
-- Shown by: calendar/effects.test.ts, calendar/outages.test.ts
create or replace function special_days(org uuid, first_day date, last_day date)
returns table (
  location_id uuid,
  day date,
  -- 'closed' or 'holiday'; null on days that only have an outage.
  day_type text,
  -- The reason of the closure, or the name of the holiday.
  name text,
  has_outage boolean
)
language sql stable parallel safe
begin atomic
select e.location_id, e.day,
  case when bool_or(e.kind = 'closed') then 'closed' when bool_or(e.kind = 'holiday') then 'holiday' end,
  coalesce(
    string_agg(distinct e.name, ', ') filter (where e.kind = 'closed'),
    string_agg(distinct e.name, ', ') filter (where e.kind = 'holiday')
  ),
  bool_or(e.kind = 'outage')
from (
  select h.location_id, h.day, 'holiday' as kind, h.name
  from holidays h
  where h.org_id = org and h.day >= first_day and h.day < last_day + 1
  union all
  select c.location_id, greatest(c.first_day, special_days.first_day) + n, 'closed', c.reason
  from closures c
  cross join lateral generate_series(
    0, least(c.last_day, special_days.last_day) - greatest(c.first_day, special_days.first_day)
  ) n
  where c.org_id = org and c.first_day <= special_days.last_day and c.last_day >= special_days.first_day
  union all
  select o.location_id, greatest(o.first_day, special_days.first_day) + n, 'outage', null
  from outages o
  cross join lateral generate_series(
    0, least(o.last_day, special_days.last_day) - greatest(o.first_day, special_days.first_day)
  ) n
  where o.org_id = org and o.status = 'accepted' and o.first_day <= special_days.last_day and o.last_day >= special_days.first_day
) e
group by e.location_id, e.day;
end;
