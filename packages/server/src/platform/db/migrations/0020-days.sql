-- Plans and live bookings by day: attendance, colleagues and the horizon engine read the whole organisation a day at a time.

create index day_plans_by_day on day_plans (org_id, day, user_id);
create index bookings_by_day on bookings (org_id, day, user_id) where status = 'booked';

-- The list of runs, latest first.
create index horizon_runs_latest on horizon_runs (org_id, local_day, location_id);
