-- Orders entries of the same moment.
create sequence audit_entry_numbers;

-- The audit log: one row for each administrative act, written in the transaction of the change. Rows are only ever added: the function
-- keep_audit_log refuses everything else. It has no partitions, because administrators act rarely: a busy organization adds some
-- thousand rows a year, and each read is one range of an index.
create table audit_log (
  org_id uuid not null references organizations (id),
  -- When it was done.
  at timestamptz not null default clock_timestamp(),
  -- Orders entries of the same moment.
  entry_no bigint not null default nextval('audit_entry_numbers'),
  -- What was done: a name of the list in packages/contract.
  action text not null,
  -- Who did it. `unknown`: a sign-in that was refused; `service`: work that the service starts by itself.
  actor_type text not null check (actor_type in ('user', 'key', 'provider', 'command-line', 'service', 'unknown')),
  -- The user or key.
  actor_id uuid,
  -- The account and machine of a command line, or the provider. The names of users and keys are looked up.
  actor_name text,
  -- The address of the caller; null: a command line.
  address text,
  -- The program of the caller, as it calls itself.
  user_agent text,
  -- The request, as in the log of the service; null: a command line.
  request_id text,
  -- The kind of entity that it was done to; null: none.
  entity_type text,
  -- Which one: its id, or its name where it has no id.
  entity_id text,
  -- Its name at that time; null for people, whose names are looked up.
  entity_name text,
  -- The fields that changed, as they were; null: it is new.
  before jsonb,
  -- The fields that changed, as they are since, or the parameters of the act.
  after jsonb,
  primary key (org_id, at, entry_no)
);

create index audit_log_entity on audit_log (org_id, entity_id, at) where entity_id is not null;
create index audit_log_actor on audit_log (org_id, actor_id, at) where actor_id is not null;
create index audit_log_action on audit_log (org_id, action, at);

create trigger t10_keep_updated before update on audit_log
for each row execute function keep_audit_log();
create trigger t50_keep_deleted after delete on audit_log referencing old table as old_rows
for each statement execute function keep_audit_log_entries();
create trigger t10_keep_all before truncate on audit_log
for each statement execute function keep_audit_log();
create trigger t60_tick_inserted after insert on audit_log referencing new table as entries
for each statement execute function tick_audit_log();
create trigger t60_tick_erased after update on audit_log referencing new table as entries
for each statement execute function tick_audit_log();
create trigger t60_tick_deleted after delete on audit_log referencing old table as entries
for each statement execute function tick_audit_log();
