-- What of the data model this database has: one row for each table, type, function, view, trigger and set of comments.
-- A start compares it with the files of the model, and applies what changed (migrate.ts).
create table model_objects (
  -- Type, table, function, view, trigger or comment.
  kind text not null,
  -- A trigger is `table.trigger`.
  name text not null,
  -- SHA-256 of the statement.
  hash text not null,
  -- Of a function that can be replaced while others depend on it: what must stay for that. Null for all others.
  signature text,
  -- The version of Rollcall that applied the statement.
  version text not null,
  -- Grows in the order of creation, so the reverse order is safe for dropping.
  object_no bigint not null generated always as identity,
  primary key (kind, name)
);
