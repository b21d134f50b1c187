-- Which users belong to which groups.
create table group_members (
  org_id uuid not null,
  group_id uuid not null,
  -- The member.
  user_id uuid not null,
  -- Attributes end only the memberships that they began.
  by_attribute boolean not null default false,
  primary key (org_id, group_id, user_id),
  foreign key (org_id, group_id) references groups (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id)
);

create index group_members_user on group_members (org_id, user_id);

create trigger bump_after_insert after insert on group_members referencing new table as touched_rows
for each statement execute function bump_revision('rollcall_directory.people');
create trigger bump_after_update after update on group_members referencing new table as touched_rows
for each statement execute function bump_revision('rollcall_directory.people');
create trigger bump_after_delete after delete on group_members referencing old table as touched_rows
for each statement execute function bump_revision('rollcall_directory.people');
