-- What the calls of a provider did, added up while they follow each other closely.
create table provisioning_syncs (
  org_id uuid not null,
  -- The provider that called.
  provider_id uuid not null,
  -- When the first counted call was made.
  started_at timestamptz not null,
  -- When the last counted call was made.
  last_call_at timestamptz not null,
  -- Calls and operations of bulk calls.
  calls bigint not null default 0,
  -- Users and groups that were created.
  created bigint not null default 0,
  -- Users and groups that were changed or deleted.
  changed bigint not null default 0,
  -- Calls that meant to change something, but found it as they wanted it.
  unchanged bigint not null default 0,
  -- Calls that were refused.
  refused bigint not null default 0,
  primary key (org_id, provider_id, started_at),
  foreign key (org_id, provider_id) references provisioning_providers (org_id, id)
);
