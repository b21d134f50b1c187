-- Nodes renew what is watched at them; after a crash they do so within seconds, so nothing here has to survive one.
create unlogged table live_watches (
  org_id uuid not null,
  location_id uuid not null,
  watched_until timestamptz not null,
  primary key (org_id, location_id)
);
