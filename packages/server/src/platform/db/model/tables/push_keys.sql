-- The key with which an organization introduces itself to push services (VAPID, RFC 8292). It is made when a person first looks for it.
-- Browsers subscribe to this key, so it moves with the organization.
create table push_keys (
  org_id uuid primary key references organizations (id),
  -- The public key, an uncompressed point in base64url.
  public_key text not null,
  -- The private key as a JWK, encrypted by AES-256-GCM with the operator's key.
  private_sealed bytea not null,
  created_at timestamptz not null default now()
);
