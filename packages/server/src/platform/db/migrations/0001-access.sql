-- Organisations and their keys: small tables that every node reads, replicated on a distributed database.

create table organizations (
  id uuid primary key,
  name text not null unique,
  time_zone text not null default 'UTC',
  blocked_at timestamptz,
  blocked_reason text,
  created_at timestamptz not null default now()
);

create table api_keys (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  -- The first key of a rotation: at most two keys of one family are live at a time.
  family_id uuid not null,
  name text not null,
  role text not null check (role in ('submitting-events', 'visitor-permissions', 'data-warehouse', 'all-permissions')),
  auth_methods text[] not null check (auth_methods <@ array['hmac', 'basic'] and cardinality(auth_methods) > 0),
  -- SHA-256 of the secret, which has 256 random bits, so nothing slower is needed.
  secret_hash bytea not null,
  -- AES-256-GCM under the operator's key; only where verifying an HMAC needs it.
  secret_sealed bytea,
  requests_per_minute integer check (requests_per_minute > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  blocked_at timestamptz,
  blocked_reason text,
  check (('hmac' = any (auth_methods)) = (secret_sealed is not null))
);
create index api_keys_org on api_keys (org_id, created_at);
create index api_keys_family on api_keys (family_id);

-- Keys that sign bearer tokens; the newest signs, all that are younger than a token's life verify.
create table signing_keys (
  id uuid primary key,
  secret_sealed bytea not null,
  created_at timestamptz not null default now()
);

-- One row: which operator key sealed the secrets, so that a wrong one is refused at the start.
create table sealing_check (
  singleton boolean primary key default true check (singleton),
  fingerprint text not null
);

-- What a key did per UTC day.
create table key_usage (
  org_id uuid not null references organizations (id),
  key_id uuid not null references api_keys (id),
  day date not null,
  requests bigint not null default 0,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  primary key (org_id, key_id, day)
);

-- Tells all nodes at once that a key or an organisation changed; their caches also expire by themselves.
create function notify_access() returns trigger
language plpgsql as $$
begin
  perform pg_notify('rollcall_access', new.id::text);
  return null;
end
$$;
create trigger notify_access after insert or update on api_keys
for each row execute function notify_access();
create trigger notify_access after insert or update on organizations
for each row execute function notify_access();
