-- Groups that a provider owns: only it changes them and their members.
create table provisioned_groups (
  org_id uuid not null,
  group_id uuid not null,
  -- The provider that owns the group.
  provider_id uuid not null,
  -- The identifier that the provider uses.
  external_id text,
  created_at timestamptz not null default now(),
  -- When the group or its members were last changed.
  updated_at timestamptz not null default now(),
  -- When the provider deleted the group, which is inactive since then; null: not deleted.
  deleted_at timestamptz,
  primary key (org_id, group_id),
  foreign key (org_id, group_id) references groups (org_id, id),
  foreign key (org_id, provider_id) references provisioning_providers (org_id, id)
);

create index provisioned_groups_external_id on provisioned_groups (org_id, provider_id, external_id);
