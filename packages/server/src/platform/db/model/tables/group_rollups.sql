-- The same counts as in location_rollups, by primary group as of the day.
create table group_rollups (
  org_id uuid not null,
  day date not null,
  -- The building; the nil UUID for none.
  location_id uuid not null,
  -- The primary group as of the day; the nil UUID for none.
  group_id uuid not null,
  -- Rows with an office plan.
  planned integer not null,
  -- Rows with a remote plan.
  remote integer not null,
  -- Rows with an away plan.
  away integer not null,
  -- Planned users who were seen there.
  confirmed integer not null,
  -- Planned users who were not seen, on days with presence reports.
  no_show integer not null,
  -- Planned users who may have come: presence was not reported.
  unconfirmed integer not null,
  -- Users who were seen without an office plan for this building.
  walk_in integer not null,
  -- Rows with a booking.
  booked integer not null,
  -- People present, by hour of local time: 24 numbers, null where there are none.
  people_by_hour integer[],
  -- Office plans of people who were seen only in another building: a no-show here where presence is reported, a walk-in there.
  elsewhere integer not null default 0,
  -- Bookings of this building that were released because no one checked in.
  released integer not null default 0,
  primary key (org_id, day, location_id, group_id)
);

create index group_rollups_group on group_rollups (org_id, group_id, day);
