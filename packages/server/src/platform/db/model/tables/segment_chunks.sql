-- The rows of segments, as deflate and zstd pieces of about a megabyte, sent as they are. They replace those of the revision
-- before.
create table segment_chunks (
  org_id uuid not null,
  -- Of the segment.
  dataset text not null,
  -- Of the segment.
  day date not null,
  -- Of the segment.
  location_id uuid not null,
  -- The order of the pieces.
  chunk_no integer not null,
  -- Rows in the piece.
  row_count integer not null,
  -- Bytes and CRC-32 before compression.
  size integer not null,
  -- CRC-32 before compression.
  crc32 bigint not null,
  -- The piece as a deflate stream.
  deflated bytea not null,
  -- The piece as a zstd frame.
  zstandard bytea not null,
  primary key (org_id, dataset, day, location_id, chunk_no),
  foreign key (org_id, dataset, day, location_id) references segments (org_id, dataset, day, location_id) on delete cascade
);
alter table segment_chunks alter deflated set storage external;
alter table segment_chunks alter zstandard set storage external;
