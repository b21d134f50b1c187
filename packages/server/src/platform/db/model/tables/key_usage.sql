-- How much each key was used per UTC day, for metering.
create table key_usage (
  org_id uuid not null references organizations (id),
  -- The key.
  key_id uuid not null references api_keys (id),
  -- The UTC day.
  day date not null,
  -- Requests that were answered.
  requests bigint not null default 0,
  -- Rows that were sent.
  rows bigint not null default 0,
  -- Bytes that were sent.
  bytes bigint not null default 0,
  primary key (org_id, key_id, day)
);
