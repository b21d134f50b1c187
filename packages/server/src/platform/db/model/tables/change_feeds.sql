-- The end of an organization's change feed. A publication locks the row until the end of its transaction, so
-- positions are committed in their order, and a reader never skips one that is committed later.
create table change_feeds (
  org_id uuid primary key references organizations (id),
  -- The last position that was assigned.
  position bigint not null,
  -- When the last publication was committed.
  refreshed_at timestamptz not null
);
