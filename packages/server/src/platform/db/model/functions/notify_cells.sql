-- Notifies all nodes that the list of cells, or of the organizations in them, changed.
-- Shown by: cells/tables.test.ts
create or replace function notify_cells() returns trigger
language plpgsql as $$
begin
  notify rollcall_cells;
  return null;
end
$$;
