-- Releases bookings after today at a node that is no longer in use. Those of today stay, as their people may be there already.
-- The argument is the kind of node.
-- Shown by: places/rules.test.ts
create or replace function release_bookings_of_nodes() returns trigger
language plpgsql as $$
declare
  released record;
begin
  if not exists (select from new_rows where status = 'inactive') then
    return null;
  end if;
  for released in execute $query$
    select b.org_id, array_agg(b.id) as ids
    from (
      select org_id, id from new_rows where status = 'inactive'
      except
      select org_id, id from old_rows where status = 'inactive'
    ) n
    cross join lateral (
      select d.type, d.location_id, d.time_zone
      from nodes d
      where d.org_id = n.org_id and d.id = n.id and d.type = $1
      offset 0
    ) d
    -- By place through the index of live bookings of desks; anything larger through that of locations and days.
    cross join lateral (
      select b.org_id, b.id
      from bookings b
      where d.type = 'place' and b.org_id = n.org_id and b.place_id = n.id and b.status = 'booked'
        and b.day > (now() at time zone d.time_zone)::date
      union all
      select b.org_id, b.id
      from bookings b
      left join zones z on z.org_id = b.org_id and z.id = b.zone_id
      where d.type <> 'place' and b.org_id = n.org_id and b.location_id = d.location_id and b.status = 'booked'
        and b.day > (now() at time zone d.time_zone)::date
        and n.id = case d.type when 'zone' then b.zone_id when 'level' then z.level_id else b.location_id end
      offset 0
    ) b
    group by b.org_id
  $query$
  using tg_argv[0]
  loop
    perform cancel_for_directory(released.org_id, released.ids, 'inactive');
  end loop;
  return null;
end
$$;
