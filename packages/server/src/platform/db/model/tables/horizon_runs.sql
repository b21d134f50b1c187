-- The nightly work of the horizon engine, per location and local day.
create table horizon_runs (
  org_id uuid not null,
  location_id uuid not null,
  -- The local day on which it ran.
  local_day date not null,
  -- When the work began.
  started_at timestamptz not null,
  -- When it was done.
  ended_at timestamptz not null,
  -- How many day plans it made.
  plans integer not null,
  -- How many bookings it made.
  bookings integer not null,
  primary key (org_id, location_id, local_day),
  foreign key (org_id, location_id) references locations (org_id, id)
);

-- For the list of runs, latest first.
create index horizon_runs_latest on horizon_runs (org_id, local_day, location_id);
