-- Zones of a level: neighborhoods, which have a capacity, and groups of individual desks.
create table zones (
  org_id uuid not null,
  id uuid not null,
  level_id uuid not null,
  name text not null,
  -- A neighborhood has a capacity; in an individual zone each desk is booked.
  kind text not null check (kind in ('neighborhood', 'individual')),
  -- How many users may book the neighborhood on a day.
  capacity integer check (capacity >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether users of any group get it when the zones of their group are full.
  is_overflow boolean not null default false,
  -- The corners of its outline on the floor plan, as an array of x and y in meters; null: it is drawn around its desks.
  outline jsonb,
  primary key (org_id, id),
  unique (org_id, level_id, name),
  foreign key (org_id, level_id) references levels (org_id, id),
  check (kind <> 'neighborhood' or capacity is not null)
);

create trigger t20_change before update on zones
for each row when (
  (old.name, old.level_id, old.kind, old.capacity) is distinct from (new.name, new.level_id, new.kind, new.capacity)
)
execute function change_zone();
create trigger t30_bump_revision after insert or update or delete on zones
for each row execute function bump_revision('rollcall_directory.nodes');
create trigger t60_keep_history_insert after insert on zones referencing new table as new_rows
for each statement execute function keep_history();
create trigger t60_keep_history_update after update on zones referencing old table as old_rows new table as new_rows
for each statement execute function keep_history();
