-- Live bookings of a zone and day: the lock and the counter of its capacity.
create table zone_days (
  org_id uuid not null,
  zone_id uuid not null,
  day date not null,
  taken integer not null,
  primary key (org_id, zone_id, day),
  foreign key (org_id, zone_id) references zones (org_id, id)
);
