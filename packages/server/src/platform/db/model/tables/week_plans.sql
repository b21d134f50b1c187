-- What a user plans for each weekday.
create table week_plans (
  org_id uuid not null,
  user_id uuid not null,
  -- The ISO weekday, Monday 1 to Sunday 7.
  weekday smallint not null check (weekday between 1 and 7),
  -- o: office, r: remote, a: away.
  plan text not null check (plan in ('o', 'r', 'a')),
  -- The building of an office day; null: the primary location.
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

create trigger t30_bump_revision after insert or update or delete on week_plans
for each row execute function bump_revision();
