-- The end of an organization's change feed. A publication locks the row until the end of its transaction, so positions are
-- committed in their order and a reader never passes one that is still to come.
create table change_feeds (
  org_id uuid primary key references organizations (id),
  -- The last position that was given out.
  position bigint not null,
  -- When the last publication was committed.
  refreshed_at timestamptz not null
);
