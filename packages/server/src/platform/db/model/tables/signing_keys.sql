-- Keys that sign bearer tokens. The newest signs; all that are younger than the life of a token verify.
create table signing_keys (
  -- The `kid` of tokens.
  id uuid primary key,
  -- AES-256-GCM under the operator's key.
  secret_sealed bytea not null,
  created_at timestamptz not null default now()
);
