-- Refuses a capacity of a neighborhood below its bookings of today or later, and a new kind for a zone that has such bookings.
-- Bookings lock the row of the zone while they are counted, so none can be missed.
-- Shown by: places/rules.test.ts
create or replace function check_zone_bookings() returns trigger
language plpgsql as $$
declare
  broken record;
begin
  if not exists (select org_id, id, kind, capacity from new_rows except select org_id, id, kind, capacity from old_rows) then
    return null;
  end if;
  execute $query$
    select z.id, case when z.kind <> z.old_kind then 'zones_kind_in_use' else 'zones_capacity_in_use' end as name
    from (
      select n.org_id, n.id, n.level_id, n.kind, n.capacity, o.kind as old_kind
      from new_rows n
      join old_rows o on o.org_id = n.org_id and o.id = n.id
      where (n.kind, n.capacity) is distinct from (o.kind, o.capacity)
      offset 0
    ) z
    cross join lateral (
      select
      from levels v
      join locations l on l.org_id = v.org_id and l.id = v.location_id
      join zone_days t on t.org_id = z.org_id and t.zone_id = z.id
      where v.org_id = z.org_id and v.id = z.level_id and t.day >= (now() at time zone l.time_zone)::date
        and t.taken > case when z.kind <> z.old_kind then 0 when z.kind = 'neighborhood' then z.capacity else t.taken end
      limit 1
    ) t
    limit 1
  $query$
  into broken;
  if broken.id is not null then
    raise exception 'Zone % has bookings that its new kind or capacity does not allow', broken.id
      using errcode = '23514', table = 'zones', constraint = broken.name;
  end if;
  return null;
end
$$;
