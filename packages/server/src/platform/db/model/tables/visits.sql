-- Visitors that a host expects. Walk-ins have only visitor events.
create table visits (
  org_id uuid not null,
  id uuid not null,
  -- A canceled visit stays as a row.
  status text not null default 'expected' check (status in ('expected', 'cancelled')),
  -- The expected visitor.
  visitor_name text not null,
  -- The e-mail address of the visitor.
  visitor_email text,
  -- The kind of visitor.
  visitor_type text,
  location_id uuid not null,
  day date not null,
  -- When the visitor is expected; null: on the day.
  expected_at timestamptz,
  -- The host.
  host_user_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether retention has removed the person.
  is_anonymous boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  foreign key (org_id, host_user_id) references users (org_id, id)
);

create index visits_day on visits (org_id, day, location_id);
create index visits_host on visits (org_id, host_user_id);
create index visits_known on visits (org_id, day) where not is_anonymous;

create trigger t60_mark_visits_insert after insert on visits referencing new table as new_rows
for each statement execute function tick_days(
  'visits', 'day',
  'id, status, visitor_name, visitor_email, visitor_type, location_id, expected_at, host_user_id',
  'true'
);
create trigger t60_mark_visits_update after update on visits referencing old table as old_rows new table as new_rows
for each statement execute function tick_days(
  'visits', 'day',
  'id, status, visitor_name, visitor_email, visitor_type, location_id, expected_at, host_user_id',
  'true'
);
create trigger t60_mark_visits_delete after delete on visits referencing old table as old_rows
for each statement execute function tick_days(
  'visits', 'day',
  'id, status, visitor_name, visitor_email, visitor_type, location_id, expected_at, host_user_id',
  'true'
);
