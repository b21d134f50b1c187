-- Parking bays of a location.
create table parking_bays (
  org_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, location_id, name),
  foreign key (org_id, location_id) references locations (org_id, id)
);

create trigger t20_touch before update on parking_bays
for each row when (old.name is distinct from new.name) execute function touch_row();
create trigger t30_bump_revision after insert or update or delete on parking_bays
for each row execute function bump_revision('rollcall_directory.nodes');
