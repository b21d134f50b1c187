-- What administrators wrote about days, such as an office party. Charts over days show it.
create table day_notes (
  org_id uuid not null,
  id uuid not null,
  -- The calendar day, in all buildings.
  day date not null,
  -- The text.
  note text not null,
  -- Who wrote it; null: a key, or a person who was erased.
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id)
);

create index day_notes_day on day_notes (org_id, day);
