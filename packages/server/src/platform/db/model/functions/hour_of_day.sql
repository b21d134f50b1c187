-- Returns how many full hours the clock of a building has moved on since its day began: 0 to 23. `(hour_of_day + start_hour) % 24` is the
-- hour on the clock.
-- Shown by: day-changes/day-start.test.ts
create or replace function hour_of_day(moment timestamptz, zone text, start_hour integer) returns integer
language sql stable parallel safe
return extract(hour from (moment at time zone zone) - make_interval(hours => start_hour))::integer;
