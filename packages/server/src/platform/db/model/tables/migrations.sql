-- The migrations that this database has gone through, or was made with. None for a database of the first release.
create table migrations (
  -- The name of its file.
  name text primary key,
  -- When the database went through it.
  applied_at timestamptz not null default now()
);
