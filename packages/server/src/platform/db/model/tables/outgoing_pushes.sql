-- The outbox of notifications: those that wait for a push service. They are written in the transaction of what they are about, and
-- deleted once they are sent or given up. The text is made when it is sent.
create table outgoing_pushes (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- The device whom it is for.
  device_id uuid not null,
  -- What it is about: a kind of the list in packages/contract.
  kind text not null,
  -- The matter that it is about: a newer notification replaces one of the same matter, here and on the device.
  topic text not null,
  -- The values that its text mentions.
  details jsonb not null default '{}',
  -- How often a node has started to send it.
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  -- When it is to be sent, or tried again.
  due_at timestamptz not null default now(),
  -- Until when the node that is sending it has it for itself; null: none is. After a crash another node sends it from then on.
  claimed_until timestamptz,
  -- When it is no longer of use.
  expires_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, device_id, topic),
  foreign key (org_id, device_id) references push_devices (org_id, id) on delete cascade
);

-- What is due is found among all organizations, of which each takes turns.
create index outgoing_pushes_due on outgoing_pushes (due_at);
create index outgoing_pushes_waiting on outgoing_pushes (org_id, due_at);
create index outgoing_pushes_expiry on outgoing_pushes (expires_at);
