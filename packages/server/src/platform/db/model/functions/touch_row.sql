-- By the clock, as a transaction may have begun before another one was done with the row.
create or replace function touch_row() returns trigger
language plpgsql as $$
begin
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end
$$;
