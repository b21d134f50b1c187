-- The counts of a group on the days of a month, in all buildings together: sums of group_rollups, from which the refresh writes them.
-- Figures of groups in all buildings read a row per group and month instead of one per group, building and day. Each list has numbers
-- with commas between them, in the order of `days`.
create table group_months (
  org_id uuid not null,
  -- The first day of the month.
  month date not null,
  -- The primary group as of the day; the nil UUID for none.
  group_id uuid not null,
  -- Days of the month with any rows, the first day as 1.
  days text not null,
  -- Rows with an office plan.
  planned text not null,
  -- Planned users who were seen in the planned building.
  confirmed text not null,
  -- Users who were seen without an office plan for the building.
  walk_in text not null,
  -- Planned users who were not seen, on days with presence reports.
  no_show text not null,
  primary key (org_id, month, group_id)
);
