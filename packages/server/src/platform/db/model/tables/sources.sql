-- Every sourceId seen, numbered so that events carry four bytes instead of a name.
create table sources (
  org_id uuid not null references organizations (id),
  source_no integer not null,
  source_id text not null,
  first_seen_at timestamptz not null default now(),
  last_received_at timestamptz,
  last_event_at timestamptz,
  accepted bigint not null default 0,
  repeated bigint not null default 0,
  user_not_found bigint not null default 0,
  location_not_found bigint not null default 0,
  refused bigint not null default 0,
  -- Newest event time minus arrival time of the last call: far above zero means a clock ahead of ours.
  clock_skew_ms bigint,
  primary key (org_id, source_no),
  unique (org_id, source_id)
);
