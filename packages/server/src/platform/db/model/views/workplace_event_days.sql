-- Workplace events with the local day on which they start, which is the day they belong to. Conditions on starts_at go by the
-- index: a local day begins at most 14 hours before the UTC day of the same date and ends at most 12 hours after it.
create view workplace_event_days as
select e.org_id, e.id, e.starts_at, e.location_id, (e.starts_at at time zone l.time_zone)::date as day
from workplace_events e
join locations l on l.org_id = e.org_id and l.id = e.location_id;
