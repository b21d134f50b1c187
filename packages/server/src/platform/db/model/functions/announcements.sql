-- Returns the announcements of time off of a user, each with the days that it covers: those for which it was not called off, in whichever
-- order the two arrived. A cancellation counts only for the same user. Announcements overlap: a day stays off as long as one of them
-- covers it (domain §5).
-- Shown by: timeoff/adding-up.test.ts
create or replace function announcements(org uuid, of_user uuid) returns table (event_id text, days datemultirange)
language sql stable
begin atomic
select s.event_id, datemultirange(daterange(s.start_date, s.end_date, '[]')) - coalesce(c.days, '{}')
from time_off_events s
left join lateral (
  select datemultirange(daterange(c.start_date, c.end_date, '[]')) as days
  from time_off_events c
  where c.org_id = org and c.event_id = s.event_id and c.event_type = 'cancelled' and c.user_id = of_user
  offset 0
) c on true
where s.org_id = org and s.user_id = of_user and s.event_type = 'scheduled';
end;
