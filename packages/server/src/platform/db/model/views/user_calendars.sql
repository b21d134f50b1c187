-- The local date of each user, and the last day for which week plans become day plans. Both come from the primary location. Without
-- one, the date comes from the organization, and the horizon is 14 days.
create view user_calendars as
select u.org_id, u.id as user_id, t.today, t.today + coalesce(l.booking_horizon_days, 14) as horizon_end
from users u
join organizations o on o.id = u.org_id
left join locations l on l.org_id = u.org_id and l.id = u.primary_location_id
cross join lateral (select local_day(now(), coalesce(l.time_zone, o.time_zone), coalesce(l.day_start_hour, 0)) as today) t;
