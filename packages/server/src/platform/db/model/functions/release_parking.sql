-- Releases parking bookings after today of leavers, and at bays and buildings that are no longer in use. Those of today stay, as
-- their people may be there already. The argument is the column that refers to the table.
-- Shown by: parking/parking.test.ts
create or replace function release_parking() returns trigger
language plpgsql as $$
declare
  released record;
begin
  if not exists (select from new_rows where status = 'inactive') then
    return null;
  end if;
  for released in execute format(
    'select b.org_id, array_agg(b.id) as ids
     from (
       select org_id, id from new_rows where status = ''inactive''
       except
       select org_id, id from old_rows where status = ''inactive''
     ) n
     cross join lateral (
       select b.org_id, b.id
       from parking_bookings b
       join locations l on l.org_id = b.org_id and l.id = b.location_id
       where b.org_id = n.org_id and b.%I = n.id and b.status = ''booked'' and b.day > (now() at time zone l.time_zone)::date
       offset 0
     ) b
     group by b.org_id', tg_argv[0])
  loop
    execute $query$
      update parking_bookings
      set status = 'cancelled', updated_at = now(), changed_by = 'directory', changed_by_user_id = null
      where org_id = $1 and id = any ($2) and status = 'booked'
    $query$
    using released.org_id, released.ids;
  end loop;
  return null;
end
$$;
