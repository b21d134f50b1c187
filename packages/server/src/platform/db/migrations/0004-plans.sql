-- Plans, bookings and workplace events.

create table week_plans (
  org_id uuid not null,
  user_id uuid not null,
  -- ISO: Monday 1 to Sunday 7.
  weekday smallint not null check (weekday between 1 and 7),
  plan text not null check (plan in ('o', 'r', 'a')),
  location_id uuid,
  primary key (org_id, user_id, weekday),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id)
);

create table day_plans (
  org_id uuid not null,
  user_id uuid not null,
  day date not null,
  plan text not null check (plan in ('o', 'r', 'a')),
  location_id uuid,
  updated_at timestamptz not null default now(),
  primary key (org_id, user_id, day),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id)
);

create table bookings (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  day date not null,
  status text not null default 'booked' check (status in ('booked', 'cancelled')),
  -- Depth 1: location alone; 2: a zone of it; 3: a place of that zone.
  location_id uuid not null,
  zone_id uuid,
  place_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  foreign key (org_id, zone_id) references zones (org_id, id),
  foreign key (org_id, place_id) references places (org_id, id),
  check (place_id is null or zone_id is not null)
);
create unique index bookings_one_per_user_and_day on bookings (org_id, user_id, day) where status = 'booked';
create unique index bookings_one_per_place_and_day on bookings (org_id, place_id, day) where status = 'booked';
create index bookings_day on bookings (org_id, location_id, day);

create table workplace_events (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  is_private boolean not null default false,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  location_id uuid not null,
  space_id uuid,
  organizer_user_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  foreign key (org_id, space_id) references spaces (org_id, id),
  foreign key (org_id, organizer_user_id) references users (org_id, id),
  check (ends_at > starts_at)
);

create table event_invitations (
  org_id uuid not null,
  event_id uuid not null,
  user_id uuid not null,
  reply text not null default 'invited' check (reply in ('invited', 'accepted', 'declined')),
  primary key (org_id, event_id, user_id),
  foreign key (org_id, event_id) references workplace_events (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id)
);
