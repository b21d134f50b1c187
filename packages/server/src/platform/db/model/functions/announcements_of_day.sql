-- Returns the announcements of time off that cover the day. For many days of a user, announcements() is read once instead.
--
-- PostgreSQL inlines it because it returns rows: a function that returns the value of an `exists` is called for each day.
-- Shown by: timeoff/adding-up.test.ts
create or replace function announcements_of_day(org uuid, of_user uuid, of_day date) returns table (event_id text)
language sql stable
begin atomic
select a.event_id
from announcements(org, of_user) a
where of_day <@ a.days;
end;
