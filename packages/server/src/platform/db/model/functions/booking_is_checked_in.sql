-- Returns whether a change of a live booking is only the check-in of its user.
create or replace function booking_is_checked_in(change booking_change) returns boolean
language sql immutable
return booking_is_live((change).after) and not booking_has_changed(change)
  and (change).before.checked_in_at is null and (change).after.checked_in_at is not null;
