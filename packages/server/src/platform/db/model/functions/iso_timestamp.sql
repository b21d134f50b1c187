-- Formats a timestamp as all responses do (contract §1).
create or replace function iso_timestamp(moment timestamptz) returns text
language sql stable parallel safe
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
