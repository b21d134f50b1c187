-- Releases bookings when a desk is assigned to a user, from tomorrow on (domain §4): automatic bookings of others at the desk, and
-- of the assignee elsewhere in the building. The next night books anew. What people chose themselves stays.
-- Shown by: plans/consequences.test.ts
create or replace function release_bookings_of_assignments() returns trigger
language plpgsql as $$
declare
  released record;
begin
  if not exists (
    select org_id, id, assigned_user_id from new_rows where assigned_user_id is not null
    except
    select org_id, id, assigned_user_id from old_rows
  ) then
    return null;
  end if;
  for released in execute $query$
    select b.org_id, array_agg(distinct b.id) as ids
    from (
      select org_id, id, assigned_user_id from new_rows where assigned_user_id is not null
      except
      select org_id, id, assigned_user_id from old_rows
    ) n
    cross join lateral (
      select d.location_id, d.time_zone from nodes d where d.org_id = n.org_id and d.id = n.id and d.type = 'place' offset 0
    ) d
    cross join lateral (
      select b.org_id, b.id
      from bookings b
      where b.org_id = n.org_id and b.place_id = n.id and b.user_id <> n.assigned_user_id and b.status = 'booked'
        and b.changed_by = 'auto-booking' and b.day > (now() at time zone d.time_zone)::date
      union all
      select b.org_id, b.id
      from bookings b
      where b.org_id = n.org_id and b.user_id = n.assigned_user_id and b.location_id = d.location_id
        and b.place_id is distinct from n.id and b.status = 'booked' and b.changed_by = 'auto-booking'
        and b.day > (now() at time zone d.time_zone)::date
      offset 0
    ) b
    group by b.org_id
  $query$
  loop
    perform cancel_for_directory(released.org_id, released.ids, 'assigned desk');
  end loop;
  return null;
end
$$;
