-- Marks all days in the range that have anything to show and may be over, because the directory changed what they show. `since`
-- leaves out days of which nothing was stored from then on: what concerns a user alone concerns no older day.
--
-- It takes the days that are known, not those that are published: a day that a refresh is publishing right now, from before this
-- change, has to be published once more.
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
  where c.org_id = org and c.topic in ('plans', 'presence') and c.changed_at >= since
    and c.day between first_day and least(last_day, (now() at time zone 'UTC')::date + 1)
  union
  select t.day
  from day_change_ticks t
  where t.org_id = org and t.topic in ('plans', 'presence') and t.changed_at >= since
    and t.day between first_day and least(last_day, (now() at time zone 'UTC')::date + 1)
) known;
end;
