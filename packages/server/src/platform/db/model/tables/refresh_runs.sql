-- Every refresh, running or ended.
create table refresh_runs (
  org_id uuid not null references organizations (id),
  -- Distinguishes runs.
  run_no bigint not null generated always as identity,
  -- What started it.
  trigger text not null check (trigger in ('schedule', 'command', 'request')),
  -- Whether it is running, or how it ended.
  status text not null check (status in ('running', 'succeeded', 'failed', 'interrupted')),
  -- The locations whose days were closed; null: all.
  location_ids uuid[],
  -- When it began.
  started_at timestamptz not null,
  -- When it ended; null while it runs.
  ended_at timestamptz,
  -- Days that were computed.
  days integer not null default 0,
  -- Rows that were published.
  rows bigint not null default 0,
  -- Segments that were published.
  segments integer not null default 0,
  -- Segments among them that had been published before.
  restated integer not null default 0,
  -- What went wrong.
  error text,
  primary key (org_id, run_no)
);
