-- Locations whose live floor is being watched. Nodes renew what is watched at them; after a crash they do so within seconds, so
-- the table is unlogged.
create unlogged table live_watches (
  org_id uuid not null,
  location_id uuid not null,
  -- A node renews it as long as it has watchers.
  watched_until timestamptz not null,
  primary key (org_id, location_id)
);
