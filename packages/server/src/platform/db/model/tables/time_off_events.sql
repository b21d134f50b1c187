-- Time off as it was announced. An announcement and its cancellation may share one id.
create table time_off_events (
  org_id uuid not null,
  -- The identifier of the announcement.
  event_id text not null,
  -- Whether it announces time off or calls it off.
  event_type text not null check (event_type in ('scheduled', 'cancelled')),
  user_id uuid not null,
  -- The first day off.
  start_date date not null,
  -- The last day off.
  end_date date not null,
  -- The kind of time off, such as vacation, as the source calls it.
  time_off_type text,
  received_at timestamptz not null default now(),
  primary key (org_id, event_id, event_type),
  foreign key (org_id, user_id) references users (org_id, id),
  check (end_date >= start_date)
);

create index time_off_events_user on time_off_events (org_id, user_id, start_date);
create index time_off_events_start on time_off_events (org_id, start_date);
