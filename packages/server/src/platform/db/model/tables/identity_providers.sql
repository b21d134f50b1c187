-- Identity providers with which people of the organization sign in, by OpenID Connect.
create table identity_providers (
  org_id uuid not null references organizations (id),
  id uuid not null unique,
  -- The text of its button on the sign-in page.
  label text not null,
  -- Its issuer, whose discovery document names everything else. It never changes: subjects are known only to their issuer.
  issuer text not null,
  -- Who we are at the provider.
  client_id text not null,
  -- How we prove it.
  client_authentication text not null
    check (client_authentication in ('client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none')),
  -- The secret, or the private key in PEM, encrypted by AES-256-GCM with the operator's key; null: none is needed.
  credential_sealed bytea,
  -- The scopes to ask for, besides openid.
  scopes text[] not null default '{email,profile}',
  -- The claim that is the user name.
  user_name_claim text not null default 'preferred_username',
  -- The claim that is the e-mail address.
  email_claim text not null default 'email',
  -- How a person who signs in for the first time is found.
  links_by text[] not null default '{verified-email}' check (links_by <@ array['verified-email', 'user-name']),
  -- The domains of e-mail addresses, in lower case, that find the provider; only they may sign in. None: every domain.
  domains text[] not null default '{}',
  -- Whether a person who is not known yet is created at the first sign-in.
  creates_people boolean not null default false,
  -- Which claim with which value gives which role; none: roles are given here.
  role_mappings jsonb not null default '[]',
  -- Whether people sign in with providers only: passwords are off, except for break-glass accounts.
  is_required boolean not null default false,
  -- Whether signing out also ends the session at the provider.
  signs_out_there boolean not null default false,
  status text not null default 'active' check (status in ('active', 'inactive')),
  -- When a person last signed in with it.
  last_sign_in_at timestamptz,
  -- When a sign-in last failed.
  last_failure_at timestamptz,
  -- Why it failed, as the administrator needs it; it names no person.
  last_failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, label),
  check ((client_authentication = 'none') = (credential_sealed is null))
);

-- The sign-in page finds a provider by the domain of an address.
create index identity_providers_domains on identity_providers using gin (domains) where status = 'active';
