-- Workplace events with the local day on which they start, which is their day. For the use of the index, a condition on starts_at must
-- allow for time zones: a local day begins up to 14 hours before the UTC day of the same date, and ends up to 18 hours after it.
create view workplace_event_days as
select e.org_id, e.id, e.starts_at, e.location_id, local_day(e.starts_at, l.time_zone, l.day_start_hour) as day
from workplace_events e
join locations l on l.org_id = e.org_id and l.id = e.location_id;
