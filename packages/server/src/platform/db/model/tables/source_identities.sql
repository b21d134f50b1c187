-- How sources name users.
create table source_identities (
  org_id uuid not null,
  -- The source.
  source_id text not null,
  -- What it calls the user.
  source_user_id text not null,
  user_id uuid not null,
  primary key (org_id, source_id, source_user_id),
  foreign key (org_id, user_id) references users (org_id, id)
);

create index source_identities_user on source_identities (org_id, user_id);

create trigger bump_after_insert after insert on source_identities referencing new table as touched_rows
for each statement execute function bump_revision('rollcall_directory.people');
create trigger bump_after_update after update on source_identities referencing new table as touched_rows
for each statement execute function bump_revision('rollcall_directory.people');
create trigger bump_after_delete after delete on source_identities referencing old table as touched_rows
for each statement execute function bump_revision('rollcall_directory.people');
