-- Returns the day of a building to which a moment belongs: the date on its wall when its day begins at midnight, else that of the day
-- that began last. The one definition in SQL; `localDay()` in platform/time is that in TypeScript. PostgreSQL inlines it.
-- A day begins at a full hour, so that an hour belongs to one day, also where clocks go back.
-- Shown by: day-changes/day-start.test.ts
create or replace function local_day(moment timestamptz, zone text, start_hour integer) returns date
language sql stable parallel safe
return ((moment at time zone zone) - make_interval(hours => start_hour))::date;
