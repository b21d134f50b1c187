-- Up to which local day a location is published. Rows of users without any location are under the nil UUID, in the time zone of
-- the organization.
create table published_locations (
  org_id uuid not null references organizations (id),
  location_id uuid not null,
  -- All days up to this one are published.
  published_through date not null,
  -- When the last of them was published.
  published_at timestamptz not null,
  -- When days that were published were opened again: their rows are read live from then on, and are no older than that.
  reopened_at timestamptz,
  primary key (org_id, location_id)
);
