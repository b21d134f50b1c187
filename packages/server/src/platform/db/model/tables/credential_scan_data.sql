-- What readers read from a card if it is not the card number; a card has any number of scan data. Each row repeats the holder and
-- whether the card is active, so that presence finds its user in one index; the foreign key keeps them equal to those of the card.
create table credential_scan_data (
  org_id uuid not null,
  -- The facility code of the card.
  facility_code text not null,
  -- The number of the card.
  card_number text not null,
  -- What a reader reads from the card.
  scan_datum text not null,
  -- The holder of the card.
  user_id uuid not null,
  -- Whether readers accept the card.
  active boolean not null,
  primary key (org_id, facility_code, card_number, scan_datum),
  foreign key (org_id, facility_code, card_number, user_id, active)
    references access_credentials (org_id, facility_code, card_number, user_id, active)
    on update cascade on delete cascade
);

create index credential_scan_data_scan on credential_scan_data (org_id, scan_datum) include (user_id) where active;
-- It has the card too, so that a change of one card never reads all cards of its holder.
create index credential_scan_data_user on credential_scan_data (org_id, user_id, facility_code, card_number);

create trigger t30_bump_revision after insert or update or delete on credential_scan_data
for each row execute function bump_revision('rollcall_directory.people');
