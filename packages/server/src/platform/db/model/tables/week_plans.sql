-- What a user plans for each weekday.
create table week_plans (
  org_id uuid not null,
  user_id uuid not null,
  -- ISO: Monday 1 to Sunday 7.
  weekday smallint not null check (weekday between 1 and 7),
  -- o: office, r: remote, a: away.
  plan text not null check (plan in ('o', 'r', 'a')),
  -- Where in the office; null: the primary location.
  location_id uuid,
  changed_by changed_by not null,
  changed_by_user_id uuid,
  reason text,
  command_id uuid not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, user_id, weekday),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id)
);

create index week_plans_location on week_plans (org_id, location_id, weekday) where location_id is not null;

-- What is derived from week plans is cached by their revision.
create trigger bump_after_insert after insert on week_plans referencing new table as touched_rows
for each statement execute function bump_revision();
create trigger bump_after_update after update on week_plans referencing new table as touched_rows
for each statement execute function bump_revision();
create trigger bump_after_delete after delete on week_plans referencing old table as touched_rows
for each statement execute function bump_revision();
