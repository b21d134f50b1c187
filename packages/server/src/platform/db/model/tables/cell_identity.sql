-- One row that says which cell this database is, and of which service. Without a row, the database is the only one of its service.
create table cell_identity (
  -- Allows only one row.
  singleton boolean primary key default true check (singleton),
  -- The name of the cell.
  name text not null,
  -- Identifies the service: the same in all its cells.
  control_id uuid not null
);
