-- Time off as it was announced. An announcement and its cancellation may share one id.
create table time_off_events (
  org_id uuid not null,
  event_id text not null,
  event_type text not null check (event_type in ('scheduled', 'cancelled')),
  user_id uuid not null,
  start_date date not null,
  end_date date not null,
  time_off_type text,
  received_at timestamptz not null default now(),
  primary key (org_id, event_id, event_type),
  foreign key (org_id, user_id) references users (org_id, id),
  check (end_date >= start_date)
);

create index time_off_events_user on time_off_events (org_id, user_id, start_date);
create index time_off_events_start on time_off_events (org_id, start_date);
