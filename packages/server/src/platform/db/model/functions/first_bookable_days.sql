-- Lists the first day on which each building of an organization had anything that can be booked, by its history. The first desk of each
-- building is one look-up, because figures ask for it again and again.
-- Shown by: history/analytics.test.ts
create or replace function first_bookable_days(org uuid)
returns table (location_id uuid, day date)
language sql stable
begin atomic
select b.location_id, min(b.valid_from)
from (
  select l.id as location_id, (select min(h.valid_from) from desk_history h where h.org_id = org and h.location_id = l.id) as valid_from
  from locations l
  where l.org_id = org
  union all
  select h.location_id, h.valid_from from zone_history h where h.org_id = org and h.kind = 'neighborhood'
) b
group by b.location_id
having min(b.valid_from) is not null;
end;
