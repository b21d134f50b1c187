-- The local day up to which a location is published. The nil UUID represents users without any location, whose days are in the time
-- zone of the organization.
create table published_locations (
  org_id uuid not null references organizations (id),
  location_id uuid not null,
  -- All days up to this one are published.
  published_through date not null,
  -- When the last of them was published.
  published_at timestamptz not null,
  -- When published days were reopened: since then their rows are read live, and `updated_at` is no earlier than this time.
  reopened_at timestamptz,
  primary key (org_id, location_id)
);
