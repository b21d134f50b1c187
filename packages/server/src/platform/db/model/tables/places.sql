-- Desks of a zone.
create table places (
  org_id uuid not null,
  id uuid not null,
  zone_id uuid not null,
  name text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  -- The horizontal position on the floor plan.
  x double precision,
  -- The vertical position on the floor plan.
  y double precision,
  -- Whose desk it is; null: any user may book it.
  assigned_user_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, zone_id, name),
  foreign key (org_id, zone_id) references zones (org_id, id),
  foreign key (org_id, assigned_user_id) references users (org_id, id)
);

create index places_assigned_user on places (org_id, assigned_user_id) where assigned_user_id is not null;

create trigger t20_rename before update on places
for each row when ((old.name, old.zone_id) is distinct from (new.name, new.zone_id)) execute function rename_row();
create trigger t30_bump_revision after insert or update or delete on places
for each row execute function bump_revision('rollcall_directory.nodes');
