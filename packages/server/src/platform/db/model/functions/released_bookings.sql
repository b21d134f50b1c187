-- How many bookings fell because of other changes of this transaction, for whoever reports on it.
create or replace function released_bookings() returns integer
language sql stable
return coalesce(nullif(current_setting('rollcall.released_bookings', true), ''), '0')::integer;
