-- The published rows of a dataset, location and day (contract §4.1).
create table segments (
  org_id uuid not null references organizations (id),
  -- The dataset of the warehouse.
  dataset text not null check (dataset in ('user-booking-attendance', 'presence')),
  day date not null,
  -- The nil UUID for rows of no location.
  location_id uuid not null,
  -- How often it was published.
  revision integer not null,
  -- Of the change feed: in the order in which publications are committed.
  position bigint not null,
  -- Why it was published last.
  reason text not null check (reason in ('refreshed', 'lateEvents', 'corrected', 'erased')),
  -- When that was.
  published_at timestamptz not null,
  -- Rows in the segment.
  row_count integer not null,
  -- Of the rows as newline-delimited JSON; null until the rows were read for the first time, which is when they are fixed.
  sha256 bytea,
  primary key (org_id, dataset, day, location_id)
);

create unique index segments_position on segments (org_id, position);
