-- Sign-ins with a provider that were completed, and its logout tokens that were used: each works once, on all nodes together.
create table spent_sign_ins (
  org_id uuid not null references organizations (id),
  -- The SHA-256 of what works once.
  token_hash bytea not null,
  -- When it would be refused anyway, because it has expired.
  expires_at timestamptz not null,
  primary key (org_id, token_hash)
);

create index spent_sign_ins_expiry on spent_sign_ins (expires_at);
