-- Figures by building answer two questions (domain §13): who was expected there, by booking or plan, and who came there, by where
-- people were seen. Rollups count each row in the building that its question is about, and no longer where the row belongs.

-- Office plans of people who were seen only in another building: a no-show here where presence is reported, a walk-in there.
alter table location_rollups add elsewhere integer not null default 0;
alter table group_rollups add elsewhere integer not null default 0;

-- Days with a row of any kind, so that small groups are judged by those whom figures of a period are about.
alter table person_months add involved integer not null default 0;
-- The next refresh adds the days on which somebody only planned to be remote or away.
update person_months set involved = planned | seen | no_show;

-- The next refresh counts all published days once more; people by hour are now counted from first to last seen as well.
insert into day_changes as c (org_id, topic, day, reason, changes, changed_at)
select org_id, 'analytics', day, 'corrected', 1, now()
from (
  select org_id, day from segments
  union
  select org_id, day from location_rollups
) known
on conflict (org_id, day, topic, reason) do update
set changes = c.changes + 1, changed_at = excluded.changed_at;
