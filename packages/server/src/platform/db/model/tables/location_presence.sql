-- The first local day on which a location reports presence: the earliest local day of its events.
create table location_presence (
  org_id uuid not null,
  location_id uuid not null,
  -- The earliest local day with presence.
  first_day date not null,
  -- When the first day last changed.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, location_id)
);

create trigger t20_touch before update on location_presence
for each row when (old.first_day <> new.first_day) execute function touch_first_day();
create trigger t60_mark_days_insert after insert on location_presence referencing new table as new_rows
for each statement execute function tick_first_presence();
create trigger t60_mark_days_update after update on location_presence referencing old table as old_rows new table as new_rows
for each statement execute function tick_first_presence();
