-- What sensors reported about the nodes of buildings on some days, with the time to which each report holds: to the next one of the node
-- on that day; the last one holds to the end of its hour.
-- Shown by: occupancy/hours.test.ts
create or replace function occupancy_reports(org uuid, first_day date, last_day date)
returns table (
  day date,
  location_id uuid,
  time_zone text,
  node_type text,
  node_id uuid,
  source_no integer,
  event_id text,
  occurred_at timestamptz,
  received_at timestamptz,
  occupied boolean,
  occupancy integer,
  -- When the hour of local time of the report began.
  hour_start timestamptz,
  held_until timestamptz
)
language sql stable
begin atomic
select r.day, r.location_id, r.time_zone, r.node_type, r.node_id, r.source_no, r.event_id, r.occurred_at, r.received_at, r.occupied,
  r.occupancy, r.hour_start, h.held_until
from (
  select e.local_day as day, e.location_id, l.time_zone, e.node_type, e.node_id, e.source_no, e.event_id, e.occurred_at,
    e.received_at, e.occupied, e.occupancy, date_trunc('hour', e.occurred_at, l.time_zone) as hour_start,
    lead(e.occurred_at) over (
      partition by e.node_id, e.local_day order by e.occurred_at, e.source_no, e.event_id
    ) as next_at
  from occupancy_events e
  join locations l on l.org_id = org and l.id = e.location_id
  where e.org_id = org
    and e.utc_day >= first_day - 1 and e.utc_day < last_day + 2
    and e.local_day >= first_day and e.local_day < last_day + 1
) r
cross join lateral (select coalesce(r.next_at, r.hour_start + interval '1 hour') as held_until offset 0) h;
end;
