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
  foreign key (org_id, user_id) references user_accounts (org_id, user_id) on delete cascade
);

create index sessions_user on sessions (org_id, user_id);
create index sessions_expiry on sessions (expires_at);
