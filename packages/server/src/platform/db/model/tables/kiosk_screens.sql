-- Screens on a wall that show a level or a building live to anyone who passes. Each has a link, which is all that it proves itself with.
create table kiosk_screens (
  org_id uuid not null,
  id uuid not null,
  -- What people call the screen.
  name text not null,
  location_id uuid not null,
  -- The level that it shows; null: all of the building, one after the other.
  level_id uuid,
  -- How long a level is shown before the next one.
  seconds_per_level integer not null check (seconds_per_level between 5 and 3600),
  -- Whether it names people at desks.
  shows_names boolean not null,
  -- The language of the screen; null: that of its browser.
  language text check (language in ('en', 'de', 'fr')),
  -- The colors of the screen; null: as its device prefers.
  colors text check (colors in ('light', 'dark')),
  -- The SHA-256 of the secret of the link, which has 256 random bits.
  secret_hash bytea not null,
  -- Who created it; null: a key, or a person who was erased.
  created_by uuid,
  created_at timestamptz not null default now(),
  -- When it was last changed; streams that opened before end, so that the screen reads what it shows now.
  changed_at timestamptz not null default now(),
  -- When the link expires; null: never.
  expires_at timestamptz,
  -- When the screen last asked for its floor, within a minute; null: it never did.
  last_seen_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id) on delete cascade,
  foreign key (org_id, level_id) references levels (org_id, id) on delete cascade,
  foreign key (org_id, created_by) references users (org_id, id)
);

create unique index kiosk_screens_secret on kiosk_screens (secret_hash);
create index kiosk_screens_location on kiosk_screens (org_id, location_id);
create index kiosk_screens_creator on kiosk_screens (org_id, created_by) where created_by is not null;
