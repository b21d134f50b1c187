-- Levels of a location.
create table levels (
  org_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  -- The order of levels in a building.
  ordinal integer,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, location_id, name),
  foreign key (org_id, location_id) references locations (org_id, id)
);

create trigger t20_rename before update on levels
for each row when ((old.name, old.location_id) is distinct from (new.name, new.location_id)) execute function rename_row();
create trigger t30_bump_revision after insert or update or delete on levels
for each row execute function bump_revision('rollcall_directory.nodes');
create trigger t60_keep_history_insert after insert on levels referencing new table as new_rows
for each statement execute function keep_history();
create trigger t60_keep_history_update after update on levels referencing old table as old_rows new table as new_rows
for each statement execute function keep_history();
