-- Who parks where on a day.
create table parking_bookings (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  day date not null,
  location_id uuid not null,
  -- The parking bay.
  bay_id uuid not null,
  -- A canceled booking stays as a row.
  status text not null default 'booked' check (status in ('booked', 'cancelled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  changed_by changed_by not null,
  changed_by_user_id uuid,
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  foreign key (org_id, bay_id) references parking_bays (org_id, id)
);

create unique index parking_bookings_one_per_user_and_day on parking_bookings (org_id, user_id, day) where status = 'booked';
create unique index parking_bookings_one_per_bay_and_day on parking_bookings (org_id, bay_id, day) where status = 'booked';
create index parking_bookings_day on parking_bookings (org_id, day, id);
create index parking_bookings_location on parking_bookings (org_id, location_id, day, id);
create index parking_bookings_user on parking_bookings (org_id, user_id, day, id);
create index parking_bookings_signed on parking_bookings (org_id, day) where changed_by_user_id is not null;

create trigger t20_touch before update on parking_bookings
for each row when ((old.status, old.location_id, old.bay_id) is distinct from (new.status, new.location_id, new.bay_id))
execute function touch_row();
create trigger t30_bump_revision after insert or update or delete on parking_bookings
for each row execute function bump_revision();
create trigger t40_change after insert or update on parking_bookings
for each row execute function change_parking();
