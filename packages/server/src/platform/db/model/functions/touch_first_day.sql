-- Keeps when the first day of presence of a location last moved: it changes rows of attendance.
create or replace function touch_first_day() returns trigger
language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end
$$;
