-- A booking before and after a statement; null where there was or is none.
create type booking_change as (before bookings, after bookings);
