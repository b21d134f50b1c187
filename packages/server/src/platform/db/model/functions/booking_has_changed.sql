-- Returns whether the two rows of a change represent different live bookings.
create or replace function booking_has_changed(change booking_change) returns boolean
language sql immutable
return booking_is_live((change).before) <> booking_is_live((change).after)
  or booking_is_live((change).after)
    and ((change).before.location_id, (change).before.zone_id, (change).before.place_id)
      is distinct from ((change).after.location_id, (change).after.zone_id, (change).after.place_id);
