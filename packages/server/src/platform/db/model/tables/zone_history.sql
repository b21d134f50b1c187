-- On which local days of the building a zone was booked how, with which capacity, and whether it was in use; as desk_history.
create table zone_history (
  org_id uuid not null,
  zone_id uuid not null,
  -- The first day, as far as it is known.
  valid_from date not null,
  -- The first day after it; null: still so.
  valid_to date,
  -- The building, which a zone never leaves.
  location_id uuid not null,
  -- Whether its capacity or its desks were booked.
  kind text not null,
  -- The capacity of a neighborhood.
  capacity integer,
  -- Whether it could be booked.
  status text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, zone_id, valid_from),
  check (valid_to > valid_from)
);
