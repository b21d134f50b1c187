-- Marks all days in the range that have any content and may be over, because the directory changed what they show. `since` skips
-- days that nothing was stored for from then on, because a change of a user affects no day before the user existed.
--
-- It marks all known days, not only published ones: a refresh may be publishing a day right now from the state before this change,
-- so that day has to be published again.
create or replace function tick_directory(
  org uuid, first_day date default '-infinity', last_day date default 'infinity', since timestamptz default '-infinity',
  because text default 'corrected'
) returns void
language sql
begin atomic
insert into day_change_ticks (org_id, topic, day, reason)
select org, 'directory', known.day, because
from (
  select c.day
  from day_changes c
  where c.org_id = org and c.topic in ('plans', 'presence', 'analytics', 'visits') and c.changed_at >= since
    and c.day between first_day and least(last_day, (now() at time zone 'UTC')::date + 1)
  union
  select t.day
  from day_change_ticks t
  where t.org_id = org and t.topic in ('plans', 'presence', 'analytics', 'visits') and t.changed_at >= since
    and t.day between first_day and least(last_day, (now() at time zone 'UTC')::date + 1)
) known;
end;
