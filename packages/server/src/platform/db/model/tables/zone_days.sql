-- The number of live bookings per zone and day. Each row is the counter for the capacity, and its lock.
create table zone_days (
  org_id uuid not null,
  zone_id uuid not null,
  day date not null,
  -- Live bookings in the zone.
  taken integer not null,
  primary key (org_id, zone_id, day),
  foreign key (org_id, zone_id) references zones (org_id, id)
);
