-- Counts one more revision of the changed table for the organization (see table_revisions), and notifies all nodes to drop what
-- they cached of it. The argument is the channel; tables whose rows no node caches name none. It counts once for consecutive rows
-- and statements on one table: `rollcall.bumped` names the table that the transaction counted last, so each further row costs a
-- comparison. Locks the revision until the transaction ends.
-- Shown by: http/directory.test.ts, events/dataset.test.ts
create or replace function bump_revision() returns trigger
language plpgsql as $$
declare
  changed uuid := case tg_op when 'DELETE' then old.org_id else new.org_id end;
  bumped text := tg_table_name || ' ' || changed;
begin
  if current_setting('rollcall.bumped', true) = bumped then
    return null;
  end if;
  perform set_config('rollcall.bumped', bumped, true);
  insert into table_revisions as r (org_id, table_name, revision, changed_at)
  values (changed, tg_table_name, 1, clock_timestamp())
  on conflict (org_id, table_name) do update
  set revision = r.revision + 1, changed_at = greatest(excluded.changed_at, r.changed_at);
  if tg_nargs > 0 then
    perform pg_notify(tg_argv[0], changed::text);
  end if;
  return null;
end
$$;
