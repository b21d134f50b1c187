-- Access cards, by facility code and number. A retired card stays as an inactive row until another user gets it.
create table access_credentials (
  org_id uuid not null,
  -- The facility code; empty if the card has none.
  facility_code text not null,
  -- The number printed on the card, or the number that the reader shows.
  card_number text not null,
  -- The holder.
  user_id uuid not null,
  -- What the source calls this kind of card.
  credential_type text not null,
  -- Whether readers accept the card.
  active boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, facility_code, card_number),
  foreign key (org_id, user_id) references users (org_id, id),
  -- It begins with the holder, whose cards it finds. An index of the holder only would tempt PostgreSQL, which plans the foreign key of
  -- the scan data before it knows how many cards people have, to read all cards of the holder for each scan datum.
  constraint access_credentials_holder unique (org_id, user_id, facility_code, card_number, active)
);

create index access_credentials_card on access_credentials (org_id, card_number) where active;

create trigger t30_bump_revision after insert or update or delete on access_credentials
for each row execute function bump_revision('rollcall_directory.people');
