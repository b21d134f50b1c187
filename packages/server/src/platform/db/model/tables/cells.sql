-- The databases that this service uses besides the one of DATABASE_URL, which is the cell `main`. Only the rows in the database of
-- DATABASE_URL count; a service with one database has none.
create table cells (
  -- The name of the cell.
  name text primary key check (name ~ '^[a-z0-9-]{1,40}$'),
  -- The connection string, encrypted by AES-256-GCM with the operator's key; null only for `main`.
  url_sealed bytea,
  -- The connection string of a replica for reads of the warehouse, encrypted in the same way; null: there is none.
  replica_url_sealed bytea,
  -- Whether its organizations are to be moved away, so it gets no new ones.
  is_draining boolean not null default false,
  -- When it was added.
  added_at timestamptz not null default now(),
  check (name = 'main' or url_sealed is not null)
);

create trigger t40_notify_cells after insert or update or delete on cells
for each statement execute function notify_cells();
