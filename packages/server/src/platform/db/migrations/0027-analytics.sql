-- Analytics: counts of the published rows of each day, written by the refresh in the transaction that publishes them, so that a
-- year of an organisation is read in milliseconds. The nil UUID stands for no location and for no group, as in segments.

alter table organizations
  -- Figures of fewer people are withheld.
  add minimum_group_size integer not null default 5 check (minimum_group_size between 1 and 100);

-- Rows of user-booking-attendance by the location that they belong to; people with presence there and spaces that were occupied,
-- by hour of local time: 24 numbers, null where there are none.
create table location_rollups (
  org_id uuid not null,
  location_id uuid not null,
  day date not null,
  planned integer not null,
  remote integer not null,
  away integer not null,
  confirmed integer not null,
  no_show integer not null,
  unconfirmed integer not null,
  walk_in integer not null,
  booked integer not null,
  people_by_hour integer[],
  spaces_by_hour integer[],
  primary key (org_id, location_id, day)
);
create index location_rollups_day on location_rollups (org_id, day);

-- The same, by primary group as of the day.
create table group_rollups (
  org_id uuid not null,
  day date not null,
  location_id uuid not null,
  group_id uuid not null,
  planned integer not null,
  remote integer not null,
  away integer not null,
  confirmed integer not null,
  no_show integer not null,
  unconfirmed integer not null,
  walk_in integer not null,
  booked integer not null,
  people_by_hour integer[],
  primary key (org_id, day, location_id, group_id)
);
create index group_rollups_group on group_rollups (org_id, group_id, day);

-- Rows with a booking in the zone, and those of them that are confirmed.
create table zone_rollups (
  org_id uuid not null,
  day date not null,
  location_id uuid not null,
  zone_id uuid not null,
  booked integer not null,
  used integer not null,
  primary key (org_id, day, location_id, zone_id)
);

-- Desks of a location that were booked or used in a month, sorted by id: 24 bytes each, the id and two big-endian integers with a
-- bit for each day, the first in the lowest, on which it was booked; and used: its booking confirmed, or somebody seen at it. One row
-- for all of them: a year of 10,000 desks is read in 30 ms, where a row for each desk and month takes 200.
create table desk_months (
  org_id uuid not null,
  location_id uuid not null,
  month date not null,
  desks bytea not null,
  primary key (org_id, location_id, month)
);
alter table desk_months alter desks set storage external;

-- Days of a month, as bits again, on which somebody had an office plan, was seen, or was not.
create table person_months (
  org_id uuid not null,
  month date not null,
  user_id uuid not null,
  planned integer not null,
  seen integer not null,
  no_show integer not null,
  primary key (org_id, month, user_id)
)
with (fillfactor = 80);

-- What changes rollups and no segment: occupancy, and the clock of a location. The refresh computes such days as those that are
-- changed otherwise; what comes out the same of their segments stays as it is.
alter table day_changes
  drop constraint day_changes_topic_check,
  add constraint day_changes_topic_check check (topic in ('plans', 'presence', 'events', 'directory', 'analytics'));

create trigger tick_after_update after update on occupancy_events referencing old table as old_rows new table as new_rows
for each statement execute function tick_days(
  'analytics', 'local_day', 'utc_day, source_no, event_id, occurred_at, location_id, node_type, node_id, occupied', 'true');
create trigger tick_after_delete after delete on occupancy_events referencing old table as old_rows
for each statement execute function tick_days(
  'analytics', 'local_day', 'utc_day, source_no, event_id, occurred_at, location_id, node_type, node_id, occupied', 'true');

-- Another time zone moves all that was seen there to other hours, also what stays on its day. The few rows of `changed` are those
-- whose zone is another one: `except` meets old and new rows however many there are.
create function tick_time_zones() returns trigger
language plpgsql as $$
declare
  changed uuid;
begin
  for changed in execute
    'select distinct org_id from (select org_id, id, time_zone from new_rows except select org_id, id, time_zone from old_rows) n'
  loop
    insert into day_change_ticks (org_id, topic, day, reason)
    select changed, 'analytics', known.day, 'corrected'
    from (
      select c.day from day_changes c where c.org_id = changed and c.topic in ('presence', 'analytics')
      union
      select t.day from day_change_ticks t where t.org_id = changed and t.topic in ('presence', 'analytics')
    ) known;
  end loop;
  return null;
end
$$;
create trigger tick_time_zones_after_update after update on locations referencing old table as old_rows new table as new_rows
for each statement execute function tick_time_zones();

-- Days that are published already have no rollups: the next refresh computes all of them once more.
insert into day_changes (org_id, topic, day, reason, changes, changed_at)
select org_id, 'analytics', day, 'corrected', 1, now()
from (
  select org_id, day from segments
  union
  select org_id, local_day from occupancy_events
) known;
