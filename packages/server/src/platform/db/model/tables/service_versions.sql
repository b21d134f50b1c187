-- The versions of Rollcall that have worked on this database, and since when. Charts mark the day of a new one.
create table service_versions (
  -- The version, such as 1.2.0.
  version text primary key,
  -- When a node of this version started for the first time.
  started_at timestamptz not null default now()
);
