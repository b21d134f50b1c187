-- The warehouse (domain §8): what changed of each day, what is published of it, and the runs that publish.

-- How often anything was changed that the datasets of a day are made of, and by what kind of cause. The sum of `changes` only goes
-- up, so it names the state of the day; where it differs from `published`, the next refresh computes the day again.
create table day_changes (
  org_id uuid not null references organizations (id),
  -- What changed: plans and bookings, presence events, workplace events, names and other things of the directory.
  topic text not null check (topic in ('plans', 'presence', 'events', 'directory')),
  day date not null,
  reason text not null check (reason in ('lateEvents', 'corrected', 'erased')),
  changes bigint not null,
  -- How many of them the published segments show.
  published bigint not null default 0,
  changed_at timestamptz not null,
  primary key (org_id, day, topic, reason)
);

-- Changes that are not added up yet: one row per statement and day, only ever inserted, so that those who write never wait for
-- each other. Whoever reads a state counts these too.
create table day_change_ticks (
  org_id uuid not null,
  topic text not null,
  day date not null,
  reason text not null,
  tick_no bigint not null generated always as identity,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, day, topic, tick_no)
);

-- Up to which local day a location is published. Rows of users without any location are those of the nil UUID, in the time zone
-- of the organisation.
create table published_locations (
  org_id uuid not null references organizations (id),
  location_id uuid not null,
  published_through date not null,
  published_at timestamptz not null,
  primary key (org_id, location_id)
);

-- The published rows of a dataset, location and day (contract §4.1).
create table segments (
  org_id uuid not null references organizations (id),
  dataset text not null check (dataset in ('user-booking-attendance', 'presence')),
  day date not null,
  location_id uuid not null,
  revision integer not null,
  -- Of the change feed: in the order in which publications are committed.
  position bigint not null,
  reason text not null check (reason in ('refreshed', 'lateEvents', 'corrected', 'erased')),
  published_at timestamptz not null,
  row_count integer not null,
  -- Of the rows as newline-delimited JSON; null until the rows were read for the first time, which is when they are fixed.
  sha256 bytea,
  primary key (org_id, dataset, day, location_id)
);
create unique index segments_position on segments (org_id, position);

-- The rows themselves, deflated and as zstd frames, in pieces of about a megabyte. They replace those of the revision before.
create table segment_chunks (
  org_id uuid not null,
  dataset text not null,
  day date not null,
  location_id uuid not null,
  chunk_no integer not null,
  row_count integer not null,
  -- Bytes and CRC-32 before compression.
  size integer not null,
  crc32 bigint not null,
  deflated bytea not null,
  zstandard bytea not null,
  primary key (org_id, dataset, day, location_id, chunk_no),
  foreign key (org_id, dataset, day, location_id) references segments (org_id, dataset, day, location_id) on delete cascade
);
alter table segment_chunks
  alter deflated set storage external,
  alter zstandard set storage external;

-- The end of an organisation's change feed. Whoever publishes locks the row until the end of the transaction, so positions are
-- committed in their order and a reader never passes one that is still to come.
create table change_feeds (
  org_id uuid primary key references organizations (id),
  position bigint not null,
  refreshed_at timestamptz not null
);

-- Every refresh, while it runs and after.
create table refresh_runs (
  org_id uuid not null references organizations (id),
  run_no bigint not null generated always as identity,
  trigger text not null check (trigger in ('schedule', 'command', 'request')),
  status text not null check (status in ('running', 'succeeded', 'failed', 'interrupted')),
  -- Those whose days were closed; null: all.
  location_ids uuid[],
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Computed days; rows and segments that were published, and how many of these had been published before.
  days integer not null default 0,
  rows bigint not null default 0,
  segments integer not null default 0,
  restated integer not null default 0,
  error text,
  primary key (org_id, run_no)
);

-- All locations, and the one that stands for none: rows of users without any location are published by the organisation's clock.
create view publishing_locations as
select org_id, id as location_id, time_zone, refresh_hour
from locations
union all
select id, '00000000-0000-0000-0000-000000000000', time_zone, 3
from organizations;
