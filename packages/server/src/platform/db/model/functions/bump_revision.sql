-- Counts one more revision of the changed table for each organization with changed rows (see table_revisions), and notifies all
-- nodes, which drop what they cached of it. The argument is the channel; a table whose rows no node caches names none.
-- Locks the row of the table's revision until the commit, organizations in the order of their ids.
-- Shown by: http/directory.test.ts, events/dataset.test.ts
create or replace function bump_revision() returns trigger
language plpgsql as $$
declare
  changed record;
begin
  for changed in select distinct org_id from touched_rows order by org_id loop
    insert into table_revisions as r (org_id, table_name, revision, changed_at)
    values (changed.org_id, tg_table_name, 1, clock_timestamp())
    on conflict (org_id, table_name) do update
    set revision = r.revision + 1, changed_at = greatest(excluded.changed_at, r.changed_at);
    if tg_nargs > 0 then
      perform pg_notify(tg_argv[0], changed.org_id::text);
    end if;
  end loop;
  return null;
end
$$;
