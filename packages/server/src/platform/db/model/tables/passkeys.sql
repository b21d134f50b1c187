-- Passkeys of accounts: public keys whose private part never leaves the device of the person.
create table passkeys (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  -- The identifier that the device gave it.
  credential_id bytea not null,
  -- The public key in the COSE format.
  public_key bytea not null,
  -- The name of the host that it was made for: it works nowhere else.
  host text not null,
  -- The name that the person gave it.
  name text not null,
  -- How often it signed, as far as the device counts; 0: the device does not.
  sign_count bigint not null default 0,
  -- How browsers may reach the device, as it says.
  transports text[] not null default '{}',
  -- Whether the device copies it to other devices of the person.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  -- When it was last used; null: never.
  last_used_at timestamptz,
  -- When the challenge was made that it signed last. An older or the same one is refused, so no signature works twice.
  last_challenge_at timestamptz,
  primary key (org_id, id),
  unique (org_id, credential_id),
  foreign key (org_id, user_id) references user_accounts (org_id, user_id) on delete cascade
);

create index passkeys_user on passkeys (org_id, user_id);
