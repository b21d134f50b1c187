-- Adds to what released_bookings() returns until the end of the transaction.
create or replace function add_released_bookings(amount integer) returns void
language plpgsql as $$
begin
  perform set_config('rollcall.released_bookings', (released_bookings() + amount)::text, true);
end
$$;
