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
alter table segment_chunks alter deflated set storage external;
alter table segment_chunks alter zstandard set storage external;
