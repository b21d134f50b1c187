-- The number of live bookings of a zone and day: its row is the lock and the counter of the capacity.
create table zone_days (
  org_id uuid not null,
  zone_id uuid not null,
  day date not null,
  -- Live bookings in the zone.
  taken integer not null,
  primary key (org_id, zone_id, day),
  foreign key (org_id, zone_id) references zones (org_id, id)
);
