-- The objects of the data model in this database: one row per table, type, function, view, trigger and set of comments. At its
-- start the service compares them with the files of the model, and applies what changed (migrate.ts).
create table model_objects (
  -- One of type, table, function, view, trigger and comment.
  kind text not null,
  -- The name of the object; `table.trigger` for a trigger.
  name text not null,
  -- The SHA-256 of the statement.
  hash text not null,
  -- The part of a PL/pgSQL function that must stay the same for a replacement in place; null for all other objects.
  signature text,
  -- The version of Rollcall that applied the statement.
  version text not null,
  -- Grows in the order of creation, so the reverse order is safe for dropping.
  object_no bigint not null generated always as identity,
  primary key (kind, name)
);
