-- How often each directory table of an organization has changed. The ETag of a dataset consists of the revisions of the tables
-- that it reads, so an unchanged response costs one look-up. The transaction that changes a table also updates its revision.
create table table_revisions (
  org_id uuid not null references organizations (id),
  -- The table.
  table_name text not null,
  -- Grows with each statement that changes rows.
  revision bigint not null,
  -- When the table last changed.
  changed_at timestamptz not null,
  primary key (org_id, table_name)
);
