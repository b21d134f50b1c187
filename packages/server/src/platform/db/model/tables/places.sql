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
  -- How far it is turned on the floor plan, in degrees clockwise.
  rotation smallint not null default 0 check (rotation between 0 and 359),
  -- What it has, apart from screens.
  amenities text[] not null default '{}'
    check (amenities <@ array['standing', 'window', 'accessible', 'quiet', 'docking-station']),
  -- How many screens it has.
  screens smallint not null default 0 check (screens between 0 and 9),
  -- Whose desk it is; null: any user may book it.
  assigned_user_id uuid,
  -- What its QR code contains: random, so that only people who stand at the desk know it. Another one makes printed codes invalid.
  check_in_code uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, zone_id, name),
  foreign key (org_id, zone_id) references zones (org_id, id),
  foreign key (org_id, assigned_user_id) references users (org_id, id)
);

create index places_assigned_user on places (org_id, assigned_user_id) where assigned_user_id is not null;

-- Searches match the beginning of a name, as `search_text` reads it.
create index places_search_name on places (org_id, (
  case when octet_length(name) = length(name) then lower(name)
  else regexp_replace(translate(replace(replace(replace(lower(normalize(name, nfkd)),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħıς', 'olddhiσ'), '[\u0300-\u036f]+', '', 'g') end
) text_pattern_ops);

create unique index places_check_in_code on places (org_id, check_in_code);

create trigger t10_move before update on places
for each row when (old.zone_id is distinct from new.zone_id) execute function move_desk();
create trigger t20_rename before update on places
for each row when (old.name is distinct from new.name) execute function rename_row();
create trigger t30_bump_revision after insert or update or delete on places
for each row execute function bump_revision('rollcall_directory.nodes');
create trigger t60_keep_history_insert after insert on places referencing new table as new_rows
for each statement execute function keep_history();
create trigger t60_keep_history_update after update on places referencing old table as old_rows new table as new_rows
for each statement execute function keep_history();
