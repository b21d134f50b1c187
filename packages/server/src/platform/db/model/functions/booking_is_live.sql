-- Returns whether a booking is live. Null, which represents a row that did not exist, is not.
create or replace function booking_is_live(booking bookings) returns boolean
language sql immutable
return booking.status is not distinct from 'booked';
