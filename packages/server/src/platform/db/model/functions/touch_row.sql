-- Sets updated_at by the clock, and never back: a transaction may have started before another one finished with the row.
-- Shown by: warehouse/updated-at.test.ts
create or replace function touch_row() returns trigger
language plpgsql as $$
begin
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end
$$;
