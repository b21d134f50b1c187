-- Returns whether an announcement of time off covers the day and was not called off for it, in whichever order the two arrived.
-- Announcements overlap: a day stays off as long as one of them covers it (domain §5).
-- Shown by: timeoff/adding-up.test.ts
create or replace function is_announced_off(org uuid, of_user uuid, of_day date) returns boolean
language sql stable
begin atomic
select exists (
  select
  from time_off_events s
  where s.org_id = org and s.user_id = of_user and s.event_type = 'scheduled' and of_day between s.start_date and s.end_date
    and not is_called_off(org, s.event_id, of_user, of_day)
);
end;
