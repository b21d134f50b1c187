-- Applies the rules of parking (check_parking_bookings) to a booking that is made or changed. One row at a time: parking is booked
-- alone; what is canceled in numbers is not canceled by a user, and has no rule.
-- Shown by: parking/parking.test.ts
create or replace function change_parking() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.status = 'booked'
    or tg_op = 'UPDATE' and (new.status = 'booked' or new.changed_by = 'user')
      and (new.status, new.bay_id, new.location_id, new.user_id, new.day)
        is distinct from (old.status, old.bay_id, old.location_id, old.user_id, old.day)
  then
    perform check_parking_bookings(array[new]);
  end if;
  return null;
end
$$;
