-- Gatherings at a location.
create table workplace_events (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  -- A canceled gathering stays as a row.
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  -- Whether only its organizer and invitees see its details.
  is_private boolean not null default false,
  -- When it starts.
  starts_at timestamptz not null,
  -- When it ends.
  ends_at timestamptz not null,
  location_id uuid not null,
  -- The room; null: none.
  space_id uuid,
  -- Who organizes it; null: not known.
  organizer_user_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- How many attended; stored when the day is made anonymous, because it can no longer be counted.
  attended_count integer,
  primary key (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  foreign key (org_id, space_id) references spaces (org_id, id),
  foreign key (org_id, organizer_user_id) references users (org_id, id),
  check (ends_at > starts_at)
);

create index workplace_events_start on workplace_events (org_id, starts_at, id);
create index workplace_events_organizer on workplace_events (org_id, organizer_user_id) where organizer_user_id is not null;
-- For check_event_space, which allows a space one gathering at a time.
create index workplace_events_in_space on workplace_events (org_id, space_id, ends_at)
where space_id is not null and status = 'scheduled';

create trigger t40_change after insert or update or delete on workplace_events
for each row execute function change_workplace_event();
