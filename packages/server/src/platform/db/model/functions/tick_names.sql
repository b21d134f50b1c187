-- Marks all days when names change, or columns that decide which names belong together. The argument lists the columns. A new row
-- needs no mark, because no day shows it yet.
-- Shown by: day-changes/names-and-settings.test.ts
create or replace function tick_names() returns trigger
language plpgsql as $$
declare
  changed uuid;
begin
  for changed in execute format(
    'select distinct org_id from (select org_id, id, %1$s from new_rows except select org_id, id, %1$s from old_rows) n', tg_argv[0])
  loop
    perform tick_directory(changed);
  end loop;
  return null;
end
$$;
