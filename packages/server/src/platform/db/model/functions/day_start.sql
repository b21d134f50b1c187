-- Returns the moment at which a day of a building begins.
-- Shown by: day-changes/day-start.test.ts
create or replace function day_start(day date, zone text, start_hour integer) returns timestamptz
language sql stable parallel safe
return (day + make_interval(hours => start_hour)) at time zone zone;
