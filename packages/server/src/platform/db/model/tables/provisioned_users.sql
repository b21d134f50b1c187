-- Users whom a provider owns: only it changes their names, status and the attributes that it sends.
create table provisioned_users (
  org_id uuid not null,
  user_id uuid not null,
  -- The provider that owns the user.
  provider_id uuid not null,
  -- The identifier that the provider uses.
  external_id text,
  -- What the provider sent, without userName, active and externalId.
  resource jsonb not null default '{}',
  -- The e-mail addresses in lower case, which filters look up.
  emails text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the provider deleted the user, or, if someone made the user active again, when the user became inactive again; null: not deleted.
  deleted_at timestamptz,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, provider_id) references provisioning_providers (org_id, id)
);

create index provisioned_users_external_id on provisioned_users (org_id, provider_id, external_id);
create index provisioned_users_display_name on provisioned_users (org_id, lower(resource ->> 'displayName') text_pattern_ops);
-- For the retention of deleted users.
create index provisioned_users_deleted on provisioned_users (org_id, deleted_at) where deleted_at is not null;
create index provisioned_users_emails on provisioned_users using gin (emails);
