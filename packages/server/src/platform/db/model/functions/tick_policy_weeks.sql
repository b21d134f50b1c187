-- Marks the Sundays of the weeks that have any of the days, and of those in which their months end, because a calendar changed what
-- attendance policies require. To mark the days themselves is not enough: on a day on which no one planned to come or came, as on many
-- that are closed, nothing is stored. Without policies it marks nothing.
create or replace function tick_policy_weeks(org uuid, first_day date default '-infinity', last_day date default 'infinity') returns void
language sql
begin atomic
insert into day_change_ticks (org_id, topic, day, reason)
select distinct org, 'policies', e.day + 7 - extract(isodow from e.day)::integer, 'corrected'
from (
  select greatest(first_day, min(p.valid_from)) as since, least(last_day, (now() at time zone 'UTC')::date + 1) as until
  from attendance_policies p
  where p.org_id = org
  having count(*) > 0
) c
cross join lateral (select c.since + n as day from generate_series(0, c.until - c.since) n) d
cross join lateral (values (d.day), ((date_trunc('month', d.day::timestamp) + interval '1 month')::date - 1)) e (day);
end;
