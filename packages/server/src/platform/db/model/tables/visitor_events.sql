-- Visitors who arrive and leave. They are few, so the table is not partitioned; retention deletes rows.
create table visitor_events (
  org_id uuid not null references organizations (id),
  utc_day date not null,
  source_no integer not null,
  event_id text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  local_day date not null,
  location_id uuid not null,
  node_type text not null,
  node_id uuid not null,
  event_type text not null check (event_type in ('arrived', 'departed')),
  visitor_name text,
  visitor_email text,
  visitor_type text,
  host_user_id uuid,
  badge_number text,
  is_anonymous boolean not null default false,
  primary key (org_id, utc_day, source_no, event_id),
  foreign key (org_id, source_no) references sources (org_id, source_no)
);

create index visitor_events_day on visitor_events (org_id, location_id, local_day);
create index visitor_events_local_day on visitor_events (org_id, local_day);
create index visitor_events_known on visitor_events (org_id, local_day) where not is_anonymous;
