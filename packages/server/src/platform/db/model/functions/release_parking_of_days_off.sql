-- Releases the parking booking of a day off (domain §5), by the command that takes the day off.
-- Shown by: timeoff/adding-up.test.ts
create or replace function release_parking_of_days_off() returns trigger
language plpgsql as $$
begin
  if not exists (select from new_rows where origin = 'time-off') then
    return null;
  end if;
  execute $query$
    update parking_bookings b
    set status = 'cancelled', updated_at = clock_timestamp(), changed_by = d.changed_by, changed_by_user_id = d.changed_by_user_id
    from new_rows d
    cross join lateral (
      select p.id
      from parking_bookings p
      where p.org_id = d.org_id and p.user_id = d.user_id and p.day = d.day and p.status = 'booked'
      offset 0
    ) p
    where d.origin = 'time-off' and b.org_id = d.org_id and b.id = p.id
  $query$;
  return null;
end
$$;
