-- Locations whose live floor is being watched. Nodes renew the rows of their watchers within seconds, also after a crash of the
-- database, so the table is unlogged.
create unlogged table live_watches (
  org_id uuid not null,
  location_id uuid not null,
  -- When the watch ends; a node renews it as long as it has watchers.
  watched_until timestamptz not null,
  primary key (org_id, location_id)
);
