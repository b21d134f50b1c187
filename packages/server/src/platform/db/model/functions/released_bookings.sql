-- How many bookings were released in this transaction because of other changes, for reports about them.
create or replace function released_bookings() returns integer
language sql stable
return coalesce(nullif(current_setting('rollcall.released_bookings', true), ''), '0')::integer;
