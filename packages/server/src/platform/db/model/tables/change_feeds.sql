-- The end of an organization's change feed. A publication locks the row until the end of its transaction, so
-- positions are committed in their order, and a reader never skips one that is committed later.
create table change_feeds (
  org_id uuid primary key references organizations (id),
  -- The last position that was assigned.
  position bigint not null,
  -- When the last publication was committed.
  refreshed_at timestamptz not null,
  -- The timeline that the organization brought from another database; null: it has the timeline of this one.
  brought_timeline_id uuid,
  -- The timeline of this database when the organization arrived. Once there is a newer one, that is the timeline of the organization.
  arrived_timeline_id uuid
);
