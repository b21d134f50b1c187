-- When the day of a user last lost something that leaves no row behind: a plan, a booking, or presence that moved to another day
-- with a time zone.
create table day_removals (
  org_id uuid not null,
  user_id uuid not null,
  day date not null,
  -- When the last such row was removed.
  removed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, day, user_id)
);
