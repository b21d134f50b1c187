-- On which local days a building had which name, and whether it was in use; as desk_history. Its capacity on a day follows from its
-- zones and desks of that day (open_zones, open_desks).
create table location_history (
  org_id uuid not null,
  location_id uuid not null,
  -- The first day, as far as it is known.
  valid_from date not null,
  -- The first day after it; null: still so.
  valid_to date,
  -- The name in those days.
  name text not null,
  -- Whether it could be booked.
  status text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, location_id, valid_from),
  check (valid_to > valid_from)
);
