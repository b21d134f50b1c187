-- On which local days of the building a level was in use; as desk_history.
create table level_history (
  org_id uuid not null,
  level_id uuid not null,
  -- The first day, as far as it is known.
  valid_from date not null,
  -- The first day after it; null: still so.
  valid_to date,
  -- Whether it could be booked.
  status text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, level_id, valid_from),
  check (valid_to > valid_from)
);
