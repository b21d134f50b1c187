-- How much of an organization's change feed each lake has.
create table lake_exports (
  org_id uuid not null references organizations (id),
  -- A folder or a bucket with a prefix; one that is named otherwise is another lake, and gets everything.
  lake text not null,
  -- Up to here its segments are in the lake.
  position bigint not null,
  -- When that was last so.
  exported_at timestamptz not null default clock_timestamp(),
  -- Of which timeline the lake is; null: it was written before there were any.
  timeline_id uuid,
  primary key (org_id, lake)
);
