-- The organizations that are in a cell other than `main`. Only the rows in the database of DATABASE_URL count. A row is written
-- before the organization is created in that cell.
create table organization_cells (
  org_id uuid primary key,
  -- The cell that serves the organization.
  cell text not null references cells (name),
  -- Since when it does.
  since timestamptz not null default now()
);

create index organization_cells_cell on organization_cells (cell);

create trigger t40_notify_cells after insert or update or delete on organization_cells
for each statement execute function notify_cells();
