-- Every refresh, while it runs and after.
create table refresh_runs (
  org_id uuid not null references organizations (id),
  run_no bigint not null generated always as identity,
  trigger text not null check (trigger in ('schedule', 'command', 'request')),
  status text not null check (status in ('running', 'succeeded', 'failed', 'interrupted')),
  -- Those whose days were closed; null: all.
  location_ids uuid[],
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Computed days; rows and segments that were published, and how many of these had been published before.
  days integer not null default 0,
  rows bigint not null default 0,
  segments integer not null default 0,
  restated integer not null default 0,
  error text,
  primary key (org_id, run_no)
);
