-- Every node that an event can name, with the building it is in.
create view nodes as
select org_id, 'location' as type, id, id as location_id, time_zone, day_start_hour
from locations
union all
select l.org_id, 'level', l.id, b.id, b.time_zone, b.day_start_hour
from levels l
join locations b on b.org_id = l.org_id and b.id = l.location_id
union all
select z.org_id, 'zone', z.id, b.id, b.time_zone, b.day_start_hour
from zones z
join levels l on l.org_id = z.org_id and l.id = z.level_id
join locations b on b.org_id = l.org_id and b.id = l.location_id
union all
select p.org_id, 'place', p.id, b.id, b.time_zone, b.day_start_hour
from places p
join zones z on z.org_id = p.org_id and z.id = p.zone_id
join levels l on l.org_id = z.org_id and l.id = z.level_id
join locations b on b.org_id = l.org_id and b.id = l.location_id
union all
select s.org_id, 'space', s.id, b.id, b.time_zone, b.day_start_hour
from spaces s
join levels l on l.org_id = s.org_id and l.id = s.level_id
join locations b on b.org_id = l.org_id and b.id = l.location_id;
