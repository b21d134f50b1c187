-- Sessions of the web app.
create table sessions (
  -- The SHA-256 of the cookie's 256 random bits.
  token_hash bytea primary key,
  org_id uuid not null,
  -- The user who is signed in.
  user_id uuid not null,
  created_at timestamptz not null default now(),
  -- When it was last used.
  last_used_at timestamptz not null default now(),
  -- When it ends at the latest, even if it is in use.
  expires_at timestamptz not null,
  -- The name of the session in the list of the user.
  id uuid not null default gen_random_uuid(),
  -- The address from which the user signed in; null: unknown.
  address text,
  -- The browser of that time, as it calls itself.
  user_agent text,
  -- How the user signed in; null: unknown.
  signed_in_by text check (signed_in_by in ('password', 'link', 'passkey', 'provider')),
  -- The identity provider that the user signed in with; null: a password.
  provider_id uuid,
  -- The session there, which it names when the user signs out there; null: unknown.
  provider_session text,
  foreign key (org_id, provider_id) references identity_providers (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references user_accounts (org_id, user_id) on delete cascade
);

create index sessions_user on sessions (org_id, user_id);
create index sessions_expiry on sessions (expires_at);
create index sessions_provider on sessions (org_id, provider_id) where provider_id is not null;
