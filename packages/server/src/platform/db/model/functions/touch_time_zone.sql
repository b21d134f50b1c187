-- Records when the time zone of an organization last changed, because it decides when days without a location are over.
-- Shown by: warehouse/updated-at.test.ts
create or replace function touch_time_zone() returns trigger
language plpgsql as $$
begin
  new.time_zone_changed_at := clock_timestamp();
  return new;
end
$$;
