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

create trigger t30_bump_revision after insert or update or delete on source_identities
for each row execute function bump_revision('rollcall_directory.people');
