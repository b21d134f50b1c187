-- Keys that sign bearer tokens; the newest signs, all that are younger than a token's life verify.
create table signing_keys (
  id uuid primary key,
  secret_sealed bytea not null,
  created_at timestamptz not null default now()
);
