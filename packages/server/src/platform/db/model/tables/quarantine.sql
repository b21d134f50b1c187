-- Refused events, kept so that they can be replayed after the directory was corrected.
create table quarantine (
  org_id uuid not null references organizations (id),
  -- What kind of submission it was.
  kind text not null check (kind in ('presence', 'occupancy', 'visitor', 'timeoff')),
  utc_day date not null,
  source_no integer not null,
  event_id text not null,
  -- The event as it was submitted.
  payload jsonb not null,
  -- The result code that it was answered with.
  result_code smallint not null,
  -- Why it was refused, in words.
  reason text not null,
  -- The key that submitted it.
  key_id uuid,
  -- When it was refused.
  refused_at timestamptz not null default now(),
  primary key (org_id, kind, utc_day, source_no, event_id),
  foreign key (org_id, source_no) references sources (org_id, source_no)
);

-- The purge deletes old rows of all organizations at once, so the index does not start with the organization.
create index quarantine_age on quarantine (refused_at);
