-- Arrivals and departures of visitors. They are few, so the table is not partitioned, and retention deletes rows.
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
  -- Whether the visitor came or left.
  event_type text not null check (event_type in ('arrived', 'departed')),
  -- The name that the visitor gave at the reception.
  visitor_name text,
  -- The e-mail address of the visitor.
  visitor_email text,
  -- The kind of visitor, as the source calls it.
  visitor_type text,
  -- The host; null: not given.
  host_user_id uuid,
  -- The badge that the visitor carries.
  badge_number text,
  -- Whether retention has removed the person.
  is_anonymous boolean not null default false,
  primary key (org_id, utc_day, source_no, event_id),
  foreign key (org_id, source_no) references sources (org_id, source_no)
);

create index visitor_events_day on visitor_events (org_id, location_id, local_day);
create index visitor_events_local_day on visitor_events (org_id, local_day);
create index visitor_events_known on visitor_events (org_id, local_day) where not is_anonymous;

create trigger t60_mark_visits_update after update on visitor_events referencing old table as old_rows new table as new_rows
for each statement execute function tick_days(
  'visits', 'local_day',
  'utc_day, source_no, event_id, occurred_at, location_id, event_type, visitor_name, visitor_email, visitor_type, host_user_id, badge_number',
  'true'
);
create trigger t60_mark_visits_delete after delete on visitor_events referencing old table as old_rows
for each statement execute function tick_days(
  'visits', 'local_day',
  'utc_day, source_no, event_id, occurred_at, location_id, event_type, visitor_name, visitor_email, visitor_type, host_user_id, badge_number',
  'true'
);
