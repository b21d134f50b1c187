-- What the horizon engine reads by location, and the last desk at which each person was seen.

create index users_primary_location on users (org_id, primary_location_id) where status = 'active';
create index week_plans_location on week_plans (org_id, location_id, weekday) where location_id is not null;
create index day_plans_location on day_plans (org_id, location_id, day) where location_id is not null;
create index groups_parent on groups (org_id, parent_id) where parent_id is not null;
create index places_assigned_user on places (org_id, assigned_user_id) where assigned_user_id is not null;

-- The latest presence at a desk per person and day, where presence moves bookings. Kept for days: history is in presence_events,
-- which cannot be searched by person within a call.
create table desk_sightings (
  org_id uuid not null,
  user_id uuid not null,
  day date not null,
  occurred_at timestamptz not null,
  place_id uuid not null,
  primary key (org_id, user_id, day),
  foreign key (org_id, user_id) references users (org_id, id)
);
create index desk_sightings_day on desk_sightings (day);
