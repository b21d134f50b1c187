-- Directories that provision people and groups by SCIM. A provider is a family of keys of the role provisioning.
create table provisioning_providers (
  org_id uuid not null references organizations (id),
  -- The family of its keys.
  id uuid not null,
  -- What people call it.
  name text not null,
  -- The type of the groups that it provisions.
  group_type text not null default 'group' check (char_length(group_type) between 1 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
