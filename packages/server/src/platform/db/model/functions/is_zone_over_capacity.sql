-- Whether a zone with this many bookings on a day has more than its capacity. Only a neighborhood has one: in other zones each desk is
-- booked. The one place of this rule: bookings, the import and changes of zones ask it.
create or replace function is_zone_over_capacity(kind text, capacity integer, taken bigint) returns boolean
language sql immutable
return kind = 'neighborhood' and taken > capacity;
