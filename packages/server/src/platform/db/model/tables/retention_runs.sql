-- Every run that made data of one kind anonymous. The highest `through` of a kind is the day up to which all of it is anonymous;
-- these days are never computed again.
create table retention_runs (
  org_id uuid not null references organizations (id),
  -- Distinguishes runs.
  run_no bigint not null generated always as identity,
  -- What it made anonymous.
  kind text not null check (kind in ('presence', 'occupancy', 'log', 'visitors')),
  -- When it began.
  started_at timestamptz not null default clock_timestamp(),
  -- When it ended; null while it runs.
  ended_at timestamptz,
  -- The day up to which everything is anonymous. It is written with each batch, so that the next run resumes an interrupted one.
  through date,
  -- How many rows were removed or changed, by table.
  rows jsonb not null default '{}',
  -- What went wrong.
  error text,
  primary key (org_id, run_no)
);

create index retention_runs_through on retention_runs (org_id, kind, through);
