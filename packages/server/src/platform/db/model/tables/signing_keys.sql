-- Keys that sign bearer tokens. The newest key signs; all keys that are younger than the lifetime of a token verify.
create table signing_keys (
  -- The `kid` of tokens.
  id uuid primary key,
  -- The secret, encrypted by AES-256-GCM with the operator's key.
  secret_sealed bytea not null,
  created_at timestamptz not null default now()
);
