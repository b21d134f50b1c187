-- Rows of an organization that changed while it is being moved to another cell. The database that it leaves keeps them until the other
-- one has the change too. Triggers write them, which the move creates and removes.
create table moving_changes (
  org_id uuid not null,
  -- Distinguishes changes.
  change_no bigint not null generated always as identity,
  -- The table of the row.
  table_name text not null,
  -- The primary key of the row.
  key jsonb not null,
  primary key (org_id, change_no)
);
