-- Links with which people choose a password: they work once, for a day.
create table account_links (
  org_id uuid not null,
  -- The SHA-256 of the code in the link, which has 256 random bits.
  code_hash bytea not null,
  user_id uuid not null,
  -- `invitation`: the account had no password when the link was made; `reset`: it had one.
  kind text not null check (kind in ('invitation', 'reset')),
  created_at timestamptz not null default now(),
  -- When it stops working.
  expires_at timestamptz not null,
  primary key (org_id, code_hash),
  foreign key (org_id, user_id) references user_accounts (org_id, user_id) on delete cascade
);

create index account_links_user on account_links (org_id, user_id, created_at);
create index account_links_expiry on account_links (expires_at);
