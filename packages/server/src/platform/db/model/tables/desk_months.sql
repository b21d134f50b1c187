-- Desks of a location that were booked or used in a month, sorted by id: 24 bytes each, the id and two big-endian integers with a
-- bit for each day, the first in the lowest, on which it was booked; and used: its booking confirmed, or somebody seen at it. One row
-- for all of them: a year of 10,000 desks is read in 30 ms, where a row for each desk and month takes 200.
create table desk_months (
  org_id uuid not null,
  location_id uuid not null,
  month date not null,
  desks bytea not null,
  primary key (org_id, location_id, month)
);
alter table desk_months alter desks set storage external;
