-- On which local days of the organization users belonged to groups. The function keep_history writes it for every writer of
-- group_members. Several changes of one day count as the last of them. It has no foreign keys, like user_moves.
create table group_member_history (
  org_id uuid not null,
  group_id uuid not null,
  -- The member.
  user_id uuid not null,
  -- The first day of the membership, as far as it is known.
  valid_from date not null,
  -- The first day after it; null: still a member.
  valid_to date,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, group_id, user_id, valid_from),
  check (valid_to > valid_from)
);

create index group_member_history_user on group_member_history (org_id, user_id);

create trigger t30_bump_revision after insert or update or delete on group_member_history
for each row execute function bump_revision();
create trigger t60_touch_groups after delete on group_member_history referencing old table as old_rows
for each statement execute function touch_groups();
