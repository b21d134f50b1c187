-- Returns why a building is closed on a day: its closures, and its holidays. No row: it is open. It is inlined, and takes two look-ups
-- by key.
-- Shown by: calendar/effects.test.ts
create or replace function closed_day(org uuid, location uuid, of_day date) returns table (day_type text, name text)
language sql stable parallel safe
begin atomic
select 'closed', c.reason
from closures c
where c.org_id = org and c.location_id = location and of_day between c.first_day and c.last_day
union all
select 'holiday', h.name
from holidays h
where h.org_id = org and h.location_id = location and h.day = of_day;
end;
