-- Returns whether the announcement with this id was called off for the day. The cancellation may arrive before the announcement, and
-- counts only for the same user.
create or replace function is_called_off(org uuid, announcement text, of_user uuid, of_day date) returns boolean
language sql stable
begin atomic
select exists (
  select
  from time_off_events c
  where c.org_id = org and c.event_id = announcement and c.event_type = 'cancelled' and c.user_id = of_user
    and of_day between c.start_date and c.end_date
);
end;
