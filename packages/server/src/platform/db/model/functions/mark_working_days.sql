-- Marks the days whose type another week of a location changes: those on the weekdays that became working days, or no longer are.
-- Shown by: calendar/effects.test.ts
create or replace function mark_working_days(earlier locations, later locations) returns void
language sql
begin atomic
insert into day_change_ticks (org_id, topic, day, reason)
select later.org_id, 'directory', known.day, 'corrected'
from (
  select c.day from day_changes c where c.org_id = later.org_id and c.topic in ('plans', 'presence')
  union
  select t.day from day_change_ticks t where t.org_id = later.org_id and t.topic in ('plans', 'presence')
) known
where known.day <= (now() at time zone 'UTC')::date + 1
  and (extract(isodow from known.day)::smallint = any (earlier.working_days))
    <> (extract(isodow from known.day)::smallint = any (later.working_days));
end;
