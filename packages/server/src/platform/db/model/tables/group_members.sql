-- Which users belong to which groups.
create table group_members (
  org_id uuid not null,
  group_id uuid not null,
  -- The member.
  user_id uuid not null,
  -- Whether an attribute added the user: attributes end only the memberships that they added.
  by_attribute boolean not null default false,
  primary key (org_id, group_id, user_id),
  foreign key (org_id, group_id) references groups (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id)
);

create index group_members_user on group_members (org_id, user_id);

create trigger t30_bump_revision after insert or update or delete on group_members
for each row execute function bump_revision('rollcall_directory.people');
create trigger t60_keep_history_insert after insert on group_members referencing new table as new_rows
for each statement execute function keep_history();
create trigger t60_keep_history_delete after delete on group_members referencing old table as old_rows
for each statement execute function keep_history();
