-- Lists on which days the desks of an organization were in use, in which zone and whose they were; `before` is the first day after them.
-- Where the history of a building begins, its first desks apply to all the time before, as in open_zones. Whether the zone could be
-- booked is up to open_zones.
-- Shown by: history/analytics.test.ts
create or replace function open_desks(org uuid)
returns table (place_id uuid, location_id uuid, zone_id uuid, assigned_user_id uuid, since date, before date)
language sql stable
begin atomic
select h.place_id, h.location_id, h.zone_id, h.assigned_user_id,
  case when h.valid_from > f.day then h.valid_from else '-infinity' end, coalesce(h.valid_to, 'infinity')
from desk_history h
join first_bookable_days(org) f on f.location_id = h.location_id
where h.org_id = org and h.status = 'active';
end;
