-- What groups expect of their members' attendance. A policy also holds for the groups below, unless they have one of their own. Of
-- several policies of a group, the latest that has started counts.
create table attendance_policies (
  org_id uuid not null,
  group_id uuid not null,
  -- The first day on which it counts. A week or month that began before is judged by what counted then.
  valid_from date not null,
  -- 'none' expects nothing, so that it frees a group from the policy of a group above it.
  kind text not null check (kind in ('none', 'daysPerWeek', 'weekdays', 'daysPerMonth')),
  -- How many days; null for named weekdays and for none.
  days smallint check (days between 1 and 31),
  -- The ISO numbers of the named weekdays.
  weekdays smallint[] check (weekdays <@ '{1,2,3,4,5,6,7}' and cardinality(weekdays) between 1 and 7),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, group_id, valid_from),
  foreign key (org_id, group_id) references groups (org_id, id),
  check ((kind in ('daysPerWeek', 'daysPerMonth')) = (days is not null)),
  check ((kind = 'weekdays') = (weekdays is not null)),
  check (kind <> 'daysPerWeek' or days <= 7)
);

create trigger t30_bump_revision after insert or update or delete on attendance_policies
for each row execute function bump_revision();
create trigger t50_mark_weeks_insert after insert on attendance_policies referencing new table as new_rows
for each statement execute function mark_policy_weeks();
create trigger t50_mark_weeks_update after update on attendance_policies referencing old table as old_rows new table as new_rows
for each statement execute function mark_policy_weeks();
create trigger t50_mark_weeks_delete after delete on attendance_policies referencing old table as old_rows
for each statement execute function mark_policy_weeks();
