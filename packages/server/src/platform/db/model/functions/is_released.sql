-- Returns whether others may book the desk that is assigned to the user, in the location, on the day. They may if the user is
-- inactive, or with auto-release if the user's booking, day plan, or else week plan is not in the location, or the user lost the booking
-- of the day because it was not confirmed.
-- Shown by: bookings/free-places.test.ts, check-in/release.test.ts
create or replace function is_released(org uuid, assignee uuid, desk_location uuid, on_day date) returns boolean
language sql stable
begin atomic
  select u.status = 'inactive' or o.auto_release and not coalesce(
    (
      select d.plan = 'o' and coalesce(b.location_id, d.location_id, u.primary_location_id, desk_location) = desk_location
        and (
          b.id is not null
          or not exists (
            select
            from bookings c
            where c.org_id = org and c.user_id = assignee and c.day = on_day and c.status = 'cancelled'
              and c.changed_by = 'auto-release'
          )
        )
      from day_plans d
      left join bookings b on b.org_id = org and b.user_id = assignee and b.day = on_day and b.status = 'booked'
      where d.org_id = org and d.user_id = assignee and d.day = on_day
    ),
    (
      select w.plan = 'o' and coalesce(w.location_id, u.primary_location_id, desk_location) = desk_location
      from week_plans w
      where w.org_id = org and w.user_id = assignee and w.weekday = extract(isodow from on_day)
    ),
    false
  )
  from organizations o
  join users u on u.org_id = o.id and u.id = assignee
  where o.id = org;
end;
