-- Counts of the bookings in each zone and day.
create table zone_rollups (
  org_id uuid not null,
  day date not null,
  location_id uuid not null,
  zone_id uuid not null,
  -- Rows with a booking in the zone.
  booked integer not null,
  -- Confirmed rows among them.
  used integer not null,
  primary key (org_id, day, location_id, zone_id)
);
