-- Reopens published days that are not over in a corrected time zone, or when the day begins later; they are published as corrected when they are over. The
-- trigger on presence marks the days of events that move.
-- Shown by: refresh/refresh.test.ts
create or replace function reopen_days_of_time_zone(org uuid, location uuid, zone text, start_hour integer) returns void
language plpgsql as $$
declare
  first_day date;
begin
  update published_locations p
  set published_through = local_day(now(), zone, start_hour) - 1, reopened_at = clock_timestamp()
  where p.org_id = org and p.location_id = location and p.published_through >= local_day(now(), zone, start_hour)
  returning p.published_through + 1 into first_day;
  if found then
    perform tick_directory(org, first_day);
  end if;
end
$$;
