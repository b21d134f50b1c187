-- Returns the booked node as the log of user actions shows it: depth 1 is a location, 2 a zone, 3 a place.
create or replace function booked_node(booking bookings) returns jsonb
language sql stable
return jsonb_build_object(
  'depth', case when booking.place_id is not null then 3 when booking.zone_id is not null then 2 else 1 end,
  'locationId', booking.location_id,
  'zoneId', booking.zone_id,
  'placeId', booking.place_id
);
