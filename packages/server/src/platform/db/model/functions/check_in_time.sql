-- Returns by when a booking of the day is to be confirmed, as its building wants it (domain §14); null if it does not. People have
-- half an hour after they booked or moved, which is `since`, and after the settings changed. A local time that the change to
-- summer time skips is an hour later.
-- Shown by: check-in/release.test.ts
create or replace function check_in_time(building locations, on_day date, since timestamptz) returns timestamptz
language sql stable parallel safe
begin atomic
select case when building.check_in_mode <> 'none' then greatest(
  -- A time before the hour at which a day begins is at the end of the day.
  (on_day + (extract(hour from local.clock) < building.day_start_hour)::integer + local.clock) at time zone building.time_zone
    + make_interval(mins => local.minutes),
  since + interval '30 minutes',
  building.check_in_changed_at + interval '30 minutes'
) end
from (
  select case building.check_in_mode when 'by-time' then building.check_in_by else building.workday_starts_at end::time as clock,
    case building.check_in_mode when 'by-time' then 0 else building.check_in_minutes end as minutes
) local;
end;
