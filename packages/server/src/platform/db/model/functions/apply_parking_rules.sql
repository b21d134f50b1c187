-- Applies the rules of parking (check_parking_bookings) to the bookings that a statement made or changed.
-- Old and new rows are compared by a full join, which has no nested loop.
-- Shown by: parking/parking.test.ts
create or replace function apply_parking_rules() returns trigger
language plpgsql as $$
declare
  changed parking_bookings[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n::parking_bookings) into changed from new_rows n where n.status = 'booked';
  else
    select array_agg(n::parking_bookings) filter (
      where (o.status, o.bay_id, o.location_id, o.user_id, o.day)
        is distinct from (n.status, n.bay_id, n.location_id, n.user_id, n.day)
    )
    into changed
    from new_rows n
    full join old_rows o on o.org_id = n.org_id and o.id = n.id;
  end if;
  if changed is not null then
    perform check_parking_bookings(changed);
  end if;
  return null;
end
$$;
