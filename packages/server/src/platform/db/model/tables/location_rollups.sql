-- Counts of the published rows of each day, written by the refresh in the transaction that publishes them, so that a year
-- of an organization is read in milliseconds. The nil UUID stands for no location and for no group, as in segments.
--
-- Here: rows of user-booking-attendance by location; people with presence there and spaces that were occupied, by hour of
-- local time: 24 numbers, null where there are none. Figures by building answer two questions (domain §13): who was expected
-- there, by booking or plan, and who came there, by where people were seen. Each row is counted in the building that its
-- question is about.
create table location_rollups (
  org_id uuid not null,
  -- The building; the nil UUID for none.
  location_id uuid not null,
  day date not null,
  -- Rows with an office plan.
  planned integer not null,
  -- Rows planned remote.
  remote integer not null,
  -- Rows planned away.
  away integer not null,
  -- Planned users who were seen there.
  confirmed integer not null,
  -- Planned users who were not seen, on days with presence reports.
  no_show integer not null,
  -- Planned users who may have come, as presence is not reported.
  unconfirmed integer not null,
  -- Users who were seen without a plan for it.
  walk_in integer not null,
  -- Rows with a booking.
  booked integer not null,
  -- People present, by hour of local time: 24 numbers, null where there are none.
  people_by_hour integer[],
  -- Occupied spaces, by hour of local time.
  spaces_by_hour integer[],
  -- Office plans of people who were seen only in another building: a no-show here where presence is reported, a walk-in there.
  elsewhere integer not null default 0,
  primary key (org_id, location_id, day)
);

create index location_rollups_day on location_rollups (org_id, day);
