-- Rooms and other spaces of a level.
create table spaces (
  org_id uuid not null,
  id uuid not null,
  level_id uuid not null,
  name text not null,
  -- What kind of space it is, such as a meeting room.
  type text not null,
  -- How many people it holds; null: not known.
  capacity integer check (capacity >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, level_id, name),
  foreign key (org_id, level_id) references levels (org_id, id)
);

create trigger t20_rename before update on spaces
for each row when ((old.name, old.level_id) is distinct from (new.name, new.level_id)) execute function rename_row();
create trigger t30_bump_revision after insert or update or delete on spaces
for each row execute function bump_revision('rollcall_directory.nodes');
