-- First and last local day of presence reports, null from: none; null until: without end; and when the first day last moved.
create view presence_reporting as
select l.org_id, l.id as location_id, coalesce(l.presence_from, p.first_day) as reports_from, l.presence_until as reports_until,
  p.changed_at as reports_changed_at
from locations l
left join location_presence p on p.org_id = l.org_id and p.location_id = l.id;
