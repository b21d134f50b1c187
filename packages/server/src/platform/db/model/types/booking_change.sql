-- A booking before and after a statement; null if there was or is none.
create type booking_change as (before bookings, after bookings);
