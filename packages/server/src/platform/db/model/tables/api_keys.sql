-- Keys of systems that call the service. At most two keys of one family are live at a time.
create table api_keys (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  -- The id of the first key of the family: a rotation adds a key to it.
  family_id uuid not null,
  -- What people call the key.
  name text not null,
  -- What the key may do.
  role text not null check (role in ('submitting-events', 'visitor-permissions', 'data-warehouse', 'provisioning', 'all-permissions')),
  -- How callers prove that they have the key.
  auth_methods text[] not null check (auth_methods <@ array['hmac', 'basic'] and cardinality(auth_methods) > 0),
  -- The SHA-256 of the secret. The secret has 256 random bits, so a slower hash is not needed.
  secret_hash bytea not null,
  -- The secret, encrypted by AES-256-GCM with the operator's key; only set for keys with HMAC, whose verification needs it.
  secret_sealed bytea,
  -- The limit of this key; null: the limit of the service.
  requests_per_minute integer check (requests_per_minute > 0),
  created_at timestamptz not null default now(),
  -- When it expires; null: never.
  expires_at timestamptz,
  -- When it was revoked for good.
  revoked_at timestamptz,
  -- When it was blocked until further notice.
  blocked_at timestamptz,
  -- Who blocked it. The organization can unblock only what it blocked itself.
  blocked_by text check (blocked_by in ('operator', 'organization')),
  -- Why it was blocked.
  blocked_reason text,
  check (('hmac' = any (auth_methods)) = (secret_sealed is not null))
);

create index api_keys_org on api_keys (org_id, created_at);
create index api_keys_family on api_keys (family_id);

create trigger t40_notify_access after insert or update on api_keys
for each row execute function notify_access();
create trigger t30_bump_revision after insert or update or delete on api_keys
for each row execute function bump_revision();
