-- What administrators wrote about days, such as an office party. Charts over days show it.
create table day_notes (
  org_id uuid not null,
  id uuid not null,
  -- The calendar day, or the first of several.
  day date not null,
  -- The last day; the same for a note on one day.
  last_day date not null,
  -- The building that the note is about; null: all of them.
  location_id uuid,
  -- The text.
  note text not null,
  -- Who wrote it; null: a key, or a person who was erased.
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  check (last_day >= day),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id) on delete cascade
);

create index day_notes_day on day_notes (org_id, day);
create index day_notes_location on day_notes (org_id, location_id) where location_id is not null;
