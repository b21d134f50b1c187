-- One row that identifies the operator's key that sealed the secrets, so that a start with another key is refused.
create table sealing_check (
  -- Allows only one row.
  singleton boolean primary key default true check (singleton),
  -- The fingerprint of the key that sealed the secrets.
  fingerprint text not null
);
