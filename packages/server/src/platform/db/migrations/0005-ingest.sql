-- Event tables: append-only, partitioned by UTC month so that retention drops partitions.

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

-- No foreign keys: users and nodes are never deleted, and a check per row would cost more than the insert.
-- The primary key is the identity of an event (contract §3) and leads with the day, so inserts stay local.
create table presence_events (
  org_id uuid not null,
  utc_day date not null,
  source_no integer not null,
  event_id text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- The location's local calendar day: the day this counts for.
  local_day date not null,
  user_id uuid not null,
  location_id uuid not null,
  node_type text not null,
  node_id uuid not null,
  source_user_id text,
  primary key (org_id, utc_day, source_no, event_id)
) partition by range (utc_day);

create table occupancy_events (
  org_id uuid not null,
  utc_day date not null,
  source_no integer not null,
  event_id text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  local_day date not null,
  location_id uuid not null,
  node_type text not null,
  node_id uuid not null,
  occupied boolean not null,
  occupancy integer,
  primary key (org_id, utc_day, source_no, event_id)
) partition by range (utc_day);

-- Months before 2015 share one partition, so that no history can make thousands of them.
create table presence_events_before_2015 partition of presence_events for values from (minvalue) to ('2015-01-01');
create table occupancy_events_before_2015 partition of occupancy_events for values from (minvalue) to ('2015-01-01');

-- Makes sure that the partitions of a month exist. Safe under concurrent callers; a no-op costs one catalogue look-up.
create function ensure_event_partitions(month date) returns void
language plpgsql as $$
declare
  first_day date := date_trunc('month', month)::date;
  next_month date := (date_trunc('month', month) + interval '1 month')::date;
  parent text;
  child text;
begin
  if first_day < '2015-01-01' then
    return;
  end if;
  foreach parent in array array['presence_events', 'occupancy_events'] loop
    child := parent || to_char(first_day, '_YYYY_MM');
    if to_regclass(child) is null then
      perform pg_advisory_xact_lock(hashtext('rollcall.event_partitions'));
      execute format(
        'create table if not exists %I partition of %I for values from (%L) to (%L)',
        child, parent, first_day, next_month
      );
    end if;
  end loop;
end
$$;

-- Refused events, kept so that they can be replayed once the directory was corrected.
create table quarantine (
  org_id uuid not null references organizations (id),
  kind text not null check (kind in ('presence', 'occupancy')),
  utc_day date not null,
  source_no integer not null,
  event_id text not null,
  payload jsonb not null,
  result_code smallint not null,
  reason text not null,
  key_id uuid,
  refused_at timestamptz not null default now(),
  primary key (org_id, kind, utc_day, source_no, event_id),
  foreign key (org_id, source_no) references sources (org_id, source_no)
);
create index quarantine_age on quarantine (org_id, refused_at);
