-- Lists on which days the zones of an organization could be booked, with their kind and capacity then: the zone, its level and its
-- building were in use. `before` is the first day after them. Where history begins, what is known first applies to all the time
-- before; for zones and desks it begins on the first day on which the building had any that can be booked. So a building that is
-- imported today has had its desks on days of the past that are imported, too, and a zone that is added later has not.
-- Shown by: history/analytics.test.ts
create or replace function open_zones(org uuid)
returns table (zone_id uuid, location_id uuid, kind text, capacity integer, since date, before date)
language sql stable
begin atomic
with zone_periods as (
  select h.zone_id, h.location_id, h.kind, h.capacity, h.status, coalesce(h.valid_to, 'infinity') as before,
    case
      when row_number() over (partition by h.zone_id order by h.valid_from) > 1 or h.valid_from > f.day then h.valid_from
      else '-infinity'
    end as since
  from zone_history h
  left join first_bookable_days(org) f on f.location_id = h.location_id
  where h.org_id = org
),
level_periods as (
  select h.level_id, h.status, coalesce(h.valid_to, 'infinity') as before,
    case when row_number() over (partition by h.level_id order by h.valid_from) > 1 then h.valid_from else '-infinity' end as since
  from level_history h
  where h.org_id = org
),
location_periods as (
  select h.location_id, h.status, coalesce(h.valid_to, 'infinity') as before,
    case when row_number() over (partition by h.location_id order by h.valid_from) > 1 then h.valid_from else '-infinity' end as since
  from location_history h
  where h.org_id = org
)
select h.zone_id, h.location_id, h.kind, h.capacity,
  greatest(h.since, v.since, l.since), least(h.before, v.before, l.before)
from zone_periods h
join zones z on z.org_id = org and z.id = h.zone_id
join level_periods v on v.level_id = z.level_id and v.since < h.before and v.before > h.since
join location_periods l on l.location_id = h.location_id and l.since < h.before and l.before > h.since
where 'inactive' not in (h.status, v.status, l.status) and greatest(h.since, v.since, l.since) < least(h.before, v.before, l.before);
end;
