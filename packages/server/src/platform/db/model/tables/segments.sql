-- The published rows of a dataset, location and day (contract §4.1).
create table segments (
  org_id uuid not null references organizations (id),
  -- The dataset of the warehouse.
  dataset text not null check (dataset in ('user-booking-attendance', 'presence', 'headcount', 'occupancy', 'visits', 'policy-weeks')),
  day date not null,
  -- The nil UUID for rows of no location.
  location_id uuid not null,
  -- How often it was published.
  revision integer not null,
  -- The position in the change feed, which follows the order in which publications are committed.
  position bigint not null,
  -- Why it was last published.
  reason text not null check (reason in ('refreshed', 'lateEvents', 'corrected', 'erased')),
  -- When it was last published.
  published_at timestamptz not null,
  -- Rows in the segment.
  row_count integer not null,
  -- The SHA-256 of the rows as newline-delimited JSON; null until the rows are read for the first time, which fixes them.
  sha256 bytea,
  primary key (org_id, dataset, day, location_id)
);

create unique index segments_position on segments (org_id, position);
