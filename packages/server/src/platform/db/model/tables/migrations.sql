-- The migrations that this database has gone through, or was made with. None for a database of the first release.
create table migrations (
  name text primary key,
  applied_at timestamptz not null default now()
);
