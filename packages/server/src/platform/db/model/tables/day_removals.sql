-- When the user's day last lost something: a plan, a booking, presence that a time zone moved away. The attendance row of the day shows
-- only what is left, so the time of the change is kept here.
create table day_removals (
  org_id uuid not null,
  user_id uuid not null,
  day date not null,
  -- When the last such row was removed.
  removed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, day, user_id)
);
