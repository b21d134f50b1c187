-- Marks the days that may show the name of a changed user. No such day is older than the row of the user.
-- Shown by: day-changes/names-and-settings.test.ts
create or replace function tick_users() returns trigger
language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select org_id, min(created_at) as since
    from (
      select org_id, id, created_at, user_name from new_rows
      except
      select org_id, id, created_at, user_name from old_rows
    ) n
    group by org_id
  loop
    perform tick_directory(changed.org_id, since => changed.since);
  end loop;
  return null;
end
$$;
