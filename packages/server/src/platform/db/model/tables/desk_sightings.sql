-- The latest presence at a desk per user and day, for organizations where presence moves bookings. Rows are deleted after some days.
-- The history is in presence_events, which takes too long to search by user within a call.
create table desk_sightings (
  org_id uuid not null,
  user_id uuid not null,
  day date not null,
  -- When the user was last seen at a desk.
  occurred_at timestamptz not null,
  -- The desk.
  place_id uuid not null,
  primary key (org_id, user_id, day),
  foreign key (org_id, user_id) references users (org_id, id)
);

create index desk_sightings_day on desk_sightings (day);
