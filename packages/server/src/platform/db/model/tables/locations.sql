-- Buildings. The hierarchy is location > level > zone > place; spaces belong to a level, parking bays to a location.
-- Nothing that history refers to is deleted: it becomes inactive. The same holds for all tables of places.
create table locations (
  org_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  -- The postal address.
  address text,
  -- The IANA time zone, which decides what a day is.
  time_zone text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Days after today for which week plans become day plans and desks are booked automatically.
  booking_horizon_days integer not null default 14 check (booking_horizon_days between 0 and 90),
  -- Days after today that users may book for themselves.
  booking_window_days integer not null default 28 check (booking_window_days between 0 and 550),
  -- Days after today that administrators may book for users.
  administrator_window_days integer not null default 365 check (administrator_window_days between 0 and 1100),
  -- Local hour of the nightly work.
  refresh_hour smallint not null default 3 check (refresh_hour between 0 and 23),
  -- The first local day of presence reports, set by an administrator; null: the day of the earliest event.
  presence_from date,
  -- The last local day of presence reports, set by an administrator; null: without end.
  presence_until date,
  -- The local hour at which a day begins: hours before it belong to the day before, for night shifts and late leavers.
  day_start_hour smallint not null default 0 check (day_start_hour between 0 and 6),
  -- The ISO weekdays on which people work there, Monday 1 to Sunday 7; the others are the weekend.
  working_days smallint[] not null default '{1,2,3,4,5}'
    check (working_days <@ '{1,2,3,4,5,6,7}' and cardinality(working_days) <= 7),
  -- Whether people may be booked on holidays and while the building is closed.
  bookable_on_closed_days boolean not null default false,
  -- Whether bookings need a check-in, or else are released: `none`, `by-time` until check_in_by, `after-start` until check_in_minutes
  -- after workday_starts_at.
  check_in_mode text not null default 'none' check (check_in_mode in ('none', 'by-time', 'after-start')),
  -- The local time by which bookings are confirmed, as HH:MM.
  check_in_by text not null default '10:30' check (check_in_by ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- The local time at which people start to work there, as HH:MM.
  workday_starts_at text not null default '09:00' check (workday_starts_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Minutes after the start of work by which bookings are confirmed.
  check_in_minutes integer not null default 60 check (check_in_minutes between 0 and 720),
  -- When the columns about check-in last changed: no booking is released in the half hour after it.
  check_in_changed_at timestamptz not null default now(),
  -- When its holidays, closures, outages or working days last changed.
  calendar_changed_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, name),
  check (presence_until >= presence_from)
);

-- Finds the buildings whose bookings need a check-in.
create index locations_check_in on locations (org_id, id) where check_in_mode <> 'none';

create trigger t20_change_check_in before update on locations
for each row when (
  (old.check_in_mode, old.check_in_by, old.workday_starts_at, old.check_in_minutes) is distinct from
    (new.check_in_mode, new.check_in_by, new.workday_starts_at, new.check_in_minutes)
)
execute function change_check_in();
create trigger t20_touch before update on locations
for each row when (
  (old.name, old.time_zone, old.day_start_hour, old.presence_from, old.presence_until, old.working_days, old.calendar_changed_at) is distinct from
    (new.name, new.time_zone, new.day_start_hour, new.presence_from, new.presence_until, new.working_days, new.calendar_changed_at)
)
execute function touch_row();
create trigger t30_bump_revision after insert or update or delete on locations
for each row execute function bump_revision('rollcall_directory.nodes');
create trigger t40_change after update on locations
for each row when (
  (old.name, old.time_zone, old.day_start_hour, old.presence_from, old.presence_until, old.working_days)
    is distinct from (new.name, new.time_zone, new.day_start_hour, new.presence_from, new.presence_until, new.working_days)
)
execute function change_location();
create trigger t60_keep_history_insert after insert on locations referencing new table as new_rows
for each statement execute function keep_history();
create trigger t60_keep_history_update after update on locations referencing old table as old_rows new table as new_rows
for each statement execute function keep_history();
