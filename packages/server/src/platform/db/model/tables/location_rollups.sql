-- Counts of the published rows of each day, so that a year of an organization is read in milliseconds. The refresh writes them in the
-- transaction that publishes the rows. The nil UUID represents no location and no group, as in segments.
--
-- This table counts rows of user-booking-attendance by location, and by hour of local time the people with presence there and the
-- occupied spaces. Figures by building answer two questions (domain §13): who was expected there, by booking or plan, and who came
-- there, by presence. Each row is counted in the building that its question is about.
create table location_rollups (
  org_id uuid not null,
  -- The building; the nil UUID for none.
  location_id uuid not null,
  day date not null,
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
  -- Occupied spaces, by hour of local time.
  spaces_by_hour integer[],
  -- Office plans of people who were seen only in another building: a no-show here where presence is reported, a walk-in there.
  elsewhere integer not null default 0,
  -- Visitors present, by hour of local time, as in headcount; null where there are none.
  visitors_by_hour integer[],
  -- Desks and neighborhood places, as in headcount; null on days without its rows.
  capacity integer,
  -- Bookings of this building that were released because no one checked in.
  released integer not null default 0,
  primary key (org_id, location_id, day)
);

create index location_rollups_day on location_rollups (org_id, day);
