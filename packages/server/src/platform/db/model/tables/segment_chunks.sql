-- The rows of segments, compressed with deflate and zstd in pieces of about a megabyte, which are sent as stored. They replace the
-- pieces of the previous revision.
create table segment_chunks (
  org_id uuid not null,
  -- The dataset of the segment.
  dataset text not null,
  -- The day of the segment.
  day date not null,
  -- The location of the segment.
  location_id uuid not null,
  -- The order of the pieces.
  chunk_no integer not null,
  -- Rows in the piece.
  row_count integer not null,
  -- The size in bytes before compression.
  size integer not null,
  -- The CRC-32 before compression.
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
