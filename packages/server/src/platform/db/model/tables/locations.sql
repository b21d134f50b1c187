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
  primary key (org_id, id),
  unique (org_id, name),
  check (presence_until >= presence_from)
);

create trigger t20_touch before update on locations
for each row when (
  (old.name, old.time_zone, old.presence_from, old.presence_until)
    is distinct from (new.name, new.time_zone, new.presence_from, new.presence_until)
)
execute function touch_row();
create trigger t30_bump_revision after insert or update or delete on locations
for each row execute function bump_revision('rollcall_directory.nodes');
create trigger t40_change after update on locations
for each row when (
  (old.name, old.time_zone, old.presence_from, old.presence_until)
    is distinct from (new.name, new.time_zone, new.presence_from, new.presence_until)
)
execute function change_location();
