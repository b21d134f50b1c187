-- What a key did per UTC day.
create table key_usage (
  org_id uuid not null references organizations (id),
  key_id uuid not null references api_keys (id),
  day date not null,
  requests bigint not null default 0,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  primary key (org_id, key_id, day)
);
