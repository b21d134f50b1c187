-- How often each directory table of an organization has changed. The ETag of a dataset is made of the revisions of
-- the tables that it reads, so an unchanged answer costs one look-up. Written in the changing transaction.
create table table_revisions (
  org_id uuid not null references organizations (id),
  -- The table.
  table_name text not null,
  -- Grows with each statement that changes rows.
  revision bigint not null,
  -- When that was last.
  changed_at timestamptz not null,
  primary key (org_id, table_name)
);
