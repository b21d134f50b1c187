-- An office day names its building from the start, so that a move of the user to another one leaves the past as it was.
create or replace function pin_location_of_day() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  new.location_id := (select u.primary_location_id from users u where u.org_id = new.org_id and u.id = new.user_id);
  return new;
end
$$;
