-- Returns the days before `day` as bits of the 62 days from `first` on, which is the lowest bit. PostgreSQL inlines it.
-- Shown by: policies/attended-days.test.ts
create or replace function bits_before(day date, first date) returns bigint
language sql immutable parallel safe
return (1::bigint << (least(greatest(day, first), first + 62) - first)) - 1;
