-- The first local day on which a location reports presence: the earliest local day of its events.
create table location_presence (
  org_id uuid not null,
  location_id uuid not null,
  -- The earliest local day with presence.
  first_day date not null,
  -- When that last moved: it changes rows of attendance.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, location_id)
);

create trigger t40_mark_days after insert or update on location_presence
for each row execute function tick_first_presence();
