-- The migrations that were applied to this database, or that its model already contained when it was created.
create table migrations (
  -- The name of the file.
  name text primary key,
  -- When it was applied.
  applied_at timestamptz not null default now()
);
