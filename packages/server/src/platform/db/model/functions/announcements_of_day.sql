-- Returns the announcements of time off that cover the day and were not called off for it, in whichever order the two arrived. A
-- cancellation counts only for the same user. Announcements overlap: a day stays off as long as one of them covers it (domain §5).
--
-- PostgreSQL inlines it because it returns rows: a function that returns the value of an `exists` is called for each day.
-- Shown by: timeoff/adding-up.test.ts
create or replace function announcements_of_day(org uuid, of_user uuid, of_day date) returns table (event_id text)
language sql stable
begin atomic
select s.event_id
from time_off_events s
where s.org_id = org and s.user_id = of_user and s.event_type = 'scheduled' and of_day between s.start_date and s.end_date
  and not exists (
    select
    from time_off_events c
    where c.org_id = org and c.event_id = s.event_id and c.event_type = 'cancelled' and c.user_id = of_user
      and of_day between c.start_date and c.end_date
  );
end;
