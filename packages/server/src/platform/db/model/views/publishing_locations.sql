-- All locations, and the nil UUID for rows of users without any location, which are published by the organization's time zone.
create view publishing_locations as
select org_id, id as location_id, time_zone, refresh_hour, day_start_hour
from locations
union all
select id, '00000000-0000-0000-0000-000000000000', time_zone, 3, 0
from organizations;
