-- Sets updated_at to the current time, but never back: another transaction may have written a later time while this one waited.
-- Shown by: warehouse/updated-at.test.ts
create or replace function touch_row() returns trigger
language plpgsql as $$
begin
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end
$$;
