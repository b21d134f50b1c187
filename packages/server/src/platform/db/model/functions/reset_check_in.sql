-- A booking that moves has time for its check-in again. Who has checked in is in the building, so that holds until it moves to another.
-- Shown by: check-in/check-in.test.ts
create or replace function reset_check_in() returns trigger
language plpgsql as $$
begin
  new.release_at := null;
  if new.location_id <> old.location_id then
    new.checked_in_at := null;
  end if;
  return new;
end
$$;
