-- Browsers in which people switched notifications on: what their push services need (RFC 8030, 8291).
create table push_devices (
  org_id uuid not null,
  -- The identifier, which every notification names, so that the browser shows those of another device or person to no one.
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  -- The address at the push service. It is a secret of the browser, so only its host is shown.
  endpoint text not null,
  -- The public key of the browser, in base64url.
  p256dh text not null,
  -- The secret that it shares with us, in base64url.
  auth text not null,
  -- The browser, as it calls itself.
  user_agent text,
  -- The session in which it was last renewed; null: that expired. Ending the session ends the notifications.
  session_hash bytea references sessions (token_hash) on delete cascade,
  created_at timestamptz not null default now(),
  -- When the person last opened the app there, to within a day.
  last_used_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, endpoint),
  foreign key (org_id, user_id) references user_accounts (org_id, user_id) on delete cascade
);

create index push_devices_user on push_devices (org_id, user_id);
create index push_devices_session on push_devices (session_hash);
create index push_devices_last_use on push_devices (last_used_at);
