-- Every source that submitted events, numbered so that events carry four bytes instead of a name.
create table sources (
  org_id uuid not null references organizations (id),
  -- The number that events carry.
  source_no integer not null,
  -- The name that submissions carry.
  source_id text not null,
  -- When it first submitted.
  first_seen_at timestamptz not null default now(),
  -- When it last submitted.
  last_received_at timestamptz,
  -- The time of its newest event.
  last_event_at timestamptz,
  -- Events that were stored.
  accepted bigint not null default 0,
  -- Events that were already known.
  repeated bigint not null default 0,
  -- Events whose user was not found.
  user_not_found bigint not null default 0,
  -- Events whose node was not found.
  location_not_found bigint not null default 0,
  -- Events that were refused for other reasons.
  refused bigint not null default 0,
  -- The newest event time minus the arrival time of the last call. Far above zero, the clock of the source is ahead of ours.
  clock_skew_ms bigint,
  primary key (org_id, source_no),
  unique (org_id, source_id)
);
