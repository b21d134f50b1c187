-- The outbox: mail to people that waits, was sent, or could not be sent. It is written in the transaction of what it is about. The text
-- is made when it is sent, so a row has neither text nor secret; a link is made for each attempt.
create table outgoing_mails (
  org_id uuid not null references organizations (id),
  -- The identifier. It is in the Message-ID, so a mail that is sent twice after a crash has the same one.
  id uuid not null default gen_random_uuid(),
  -- What it is about: a kind of the list in packages/contract.
  kind text not null,
  -- The user whom it is for.
  user_id uuid not null,
  -- The values that its text mentions.
  details jsonb not null default '{}',
  -- `waiting` also while a node sends it; `failed`: refused for good, or given up.
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  -- How often a node has started to send it.
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  -- When it is to be sent, or tried again.
  due_at timestamptz not null default now(),
  -- Until when the node that is sending it has it for itself; null: none is. After a crash another node sends it from then on.
  claimed_until timestamptz,
  -- When no further attempt is made.
  gives_up_at timestamptz not null default now() + interval '24 hours',
  -- When it was sent, refused or given up; null: it waits.
  ended_at timestamptz,
  -- The address at the last attempt; null: there was none.
  address text,
  -- What the mail server said, or why the last attempt failed.
  result text,
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id)
);

-- What is due is found among all organizations, of which each takes turns.
create index outgoing_mails_due on outgoing_mails (due_at) where status = 'waiting';
create index outgoing_mails_waiting on outgoing_mails (org_id, due_at) where status = 'waiting';
create index outgoing_mails_created on outgoing_mails (org_id, created_at, id);
create index outgoing_mails_user on outgoing_mails (org_id, user_id, kind, created_at);
create index outgoing_mails_ended on outgoing_mails (coalesce(ended_at, gives_up_at));
