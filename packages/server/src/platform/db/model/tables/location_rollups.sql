-- Counts of the published rows of each day, written by the refresh in the transaction that publishes them, so that a year
-- of an organization is read in milliseconds. The nil UUID stands for no location and for no group, as in segments.
--
-- Here: rows of user-booking-attendance by location; people with presence there and spaces that were occupied, by hour of
-- local time: 24 numbers, null where there are none. Figures by building answer two questions (domain §13): who was expected
-- there, by booking or plan, and who came there, by where people were seen. Each row is counted in the building that its
-- question is about.
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
  -- Office plans of people who were seen only in another building: a no-show here where presence is reported, a walk-in there.
  elsewhere integer not null default 0,
  primary key (org_id, location_id, day)
);

create index location_rollups_day on location_rollups (org_id, day);
