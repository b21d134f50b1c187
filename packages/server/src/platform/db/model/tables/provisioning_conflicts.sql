-- Changes that were refused because two sources want something different of one person or group; the newest of each kind.
create table provisioning_conflicts (
  org_id uuid not null,
  provider_id uuid not null,
  -- Who wanted the change that was refused.
  source text not null check (source in ('provider', 'import', 'attributes', 'administrator')),
  -- The user or group that it is about.
  subject_id uuid not null,
  -- What was refused, in words without personal data.
  detail text not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  occurrences integer not null default 1,
  primary key (org_id, provider_id, source, subject_id),
  foreign key (org_id, provider_id) references provisioning_providers (org_id, id)
);

create index provisioning_conflicts_newest on provisioning_conflicts (org_id, last_at desc, subject_id);
