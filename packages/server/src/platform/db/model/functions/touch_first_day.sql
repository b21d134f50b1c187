-- Records when the first day of presence of a location last changed, because that changes rows of attendance.
-- Shown by: warehouse/updated-at.test.ts
create or replace function touch_first_day() returns trigger
language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end
$$;
