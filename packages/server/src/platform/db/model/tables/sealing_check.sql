-- One row: which operator key sealed the secrets, so that a wrong one is refused at the start.
create table sealing_check (
  singleton boolean primary key default true check (singleton),
  fingerprint text not null
);
