-- Who sits where on a day.
create table bookings (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  day date not null,
  -- A canceled booking stays as a row.
  status text not null default 'booked' check (status in ('booked', 'cancelled')),
  -- The booked location. Depth 1 is only a location, depth 2 a zone of it, depth 3 a place of that zone.
  location_id uuid not null,
  -- The booked zone; null at depth 1.
  zone_id uuid,
  -- The booked place; null at depths 1 and 2.
  place_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  changed_by changed_by not null,
  changed_by_user_id uuid,
  reason text,
  command_id uuid not null,
  -- When the user checked in; null: not yet. It stays while the booking moves within its building.
  checked_in_at timestamptz,
  -- When it is released unless it is confirmed, as the reminder said. Infinity: it was confirmed or spared, and is not looked at again. Null:
  -- it was not looked at, or has moved since.
  release_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  foreign key (org_id, zone_id) references zones (org_id, id),
  foreign key (org_id, place_id) references places (org_id, id),
  check (place_id is null or zone_id is not null)
);

create unique index bookings_one_per_user_and_day on bookings (org_id, user_id, day) where status = 'booked';
create index bookings_day on bookings (org_id, location_id, day);
-- The day comes first, so that new bookings are near each other and not on a page for each desk.
create unique index bookings_one_per_place_and_day on bookings (org_id, day, place_id)
where status = 'booked' and place_id is not null;
create index bookings_by_day on bookings (org_id, day, user_id) where status = 'booked';
create index bookings_signed on bookings (org_id, day) where changed_by_user_id is not null or reason is not null;
-- Finds what was released on a day for lack of a check-in, of which there is little.
create index bookings_released on bookings (org_id, day) where status = 'cancelled' and changed_by = 'auto-release';
-- Finds what a user had booked on a day and lost. A booking enters the index once, when it is canceled.
create index bookings_cancelled on bookings (org_id, user_id, day) where status = 'cancelled';

create trigger t10_reset_check_in before update on bookings
for each row when (
  (old.location_id, old.zone_id, old.place_id) is distinct from (new.location_id, new.zone_id, new.place_id)
    and (old.checked_in_at is not null or old.release_at is not null)
)
execute function reset_check_in();
create trigger t20_touch before update on bookings
for each row when (
  (old.status, old.location_id, old.zone_id, old.place_id, old.checked_in_at) is distinct from
    (new.status, new.location_id, new.zone_id, new.place_id, new.checked_in_at)
)
execute function touch_row();
create trigger t50_change_insert after insert on bookings referencing new table as new_rows
for each statement execute function change_bookings();
create trigger t50_change_update after update on bookings referencing old table as old_rows new table as new_rows
for each statement execute function change_bookings();
create trigger t50_change_delete after delete on bookings referencing old table as old_rows
for each statement execute function change_bookings();
