-- The first and last local day of presence reports, and when the first day last changed. Without a first day there are no reports;
-- without a last day they have no end.
create view presence_reporting as
select l.org_id, l.id as location_id, coalesce(l.presence_from, p.first_day) as reports_from, l.presence_until as reports_until,
  p.changed_at as reports_changed_at
from locations l
left join location_presence p on p.org_id = l.org_id and p.location_id = l.id;
