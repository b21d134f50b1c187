-- Whether a booking stands. False for null, which stands for a row that was not there.
create or replace function booking_is_live(booking bookings) returns boolean
language sql immutable
return booking.status is not distinct from 'booked';
