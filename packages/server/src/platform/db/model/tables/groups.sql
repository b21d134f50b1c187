-- Groups of users, in a hierarchy.
create table groups (
  org_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  -- What kind of group it is, such as a team.
  type text not null,
  -- The group above it; null at the top.
  parent_id uuid,
  -- What created the group; only the same origin may change it.
  origin text not null check (origin in ('attribute', 'hierarchy', 'administrator', 'provisioning')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, type, name),
  foreign key (org_id, parent_id) references groups (org_id, id) deferrable initially deferred,
  check (parent_id <> id)
);

create index groups_parent on groups (org_id, parent_id) where parent_id is not null;
-- Searches match the beginning of a name, as `search_text` reads it.
create index groups_search_name on groups (org_id, (
  case when octet_length(name) = length(name) then lower(name)
  else regexp_replace(translate(replace(replace(replace(lower(normalize(name, nfkd)),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħıς', 'olddhiσ'), '[\u0300-\u036f]+', '', 'g') end
) text_pattern_ops);

create trigger t20_rename before update on groups
for each row when (old.name is distinct from new.name) execute function rename_row();
create trigger t30_bump_revision after insert or update or delete on groups
for each row execute function bump_revision('rollcall_directory.people');
