-- How much of an organization's change feed each lake has.
create table lake_exports (
  org_id uuid not null references organizations (id),
  -- The folder, or the bucket with a prefix. A different name is a different lake, which gets everything.
  lake text not null,
  -- The segments up to this position are in the lake.
  position bigint not null,
  -- When the last export ended.
  exported_at timestamptz not null default clock_timestamp(),
  -- The timeline of the position; null: the lake was written before timelines existed.
  timeline_id uuid,
  primary key (org_id, lake)
);
