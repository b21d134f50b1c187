-- Changes that were refused because two sources want something different of one person or group; the newest of each kind.
create table provisioning_conflicts (
  org_id uuid not null,
  -- The provider that owns the user or group, or that wanted to.
  provider_id uuid not null,
  -- Who wanted the change that was refused.
  source text not null check (source in ('provider', 'import', 'attributes')),
  -- The user or group that it is about.
  subject_id uuid not null,
  -- What was refused, in words without personal data.
  detail text not null,
  -- When it was refused for the first time.
  first_at timestamptz not null default now(),
  -- When it was refused for the last time.
  last_at timestamptz not null default now(),
  -- How often it was refused.
  occurrences integer not null default 1,
  primary key (org_id, provider_id, source, subject_id),
  foreign key (org_id, provider_id) references provisioning_providers (org_id, id)
);

create index provisioning_conflicts_newest on provisioning_conflicts (org_id, last_at desc, subject_id);
