-- Returns a new id that sorts after those of earlier milliseconds (UUID version 7). Ids of bookings are such, because random ones change
-- another page of the key for each booking: among millions of them, a booking writes half as much to the log of the database.
-- PostgreSQL has a function for it only from version 18 on.
-- Shown by: bookings/booking-rules.test.ts
create or replace function time_ordered_id() returns uuid
language sql volatile
return (
  lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14)
)::uuid;
