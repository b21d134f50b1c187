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

create trigger bump_after_insert after insert on parking_bays referencing new table as touched_rows
for each statement execute function bump_revision('rollcall_directory.nodes');
create trigger bump_after_update after update on parking_bays referencing new table as touched_rows
for each statement execute function bump_revision('rollcall_directory.nodes');
create trigger bump_after_delete after delete on parking_bays referencing old table as touched_rows
for each statement execute function bump_revision('rollcall_directory.nodes');
