-- Moves the days ahead that follow the week plan without naming a building to the new primary location of the user.
-- Shown by: plans/consequences.test.ts
create or replace function move_days_of_users() returns trigger
language plpgsql as $$
declare
  command uuid := gen_random_uuid();
begin
  if not exists (
    select org_id, id, primary_location_id from new_rows
    except
    select org_id, id, primary_location_id from old_rows
  ) then
    return null;
  end if;
  execute $query$
    update day_plans d
    set location_id = n.primary_location_id, updated_at = now(), changed_by = 'directory', changed_by_user_id = null,
      reason = 'primary location', command_id = $1
    from (
      select org_id, id, primary_location_id from new_rows
      except
      select org_id, id, primary_location_id from old_rows
    ) n
    cross join lateral (
      select c.today from user_calendars c where c.org_id = n.org_id and c.user_id = n.id offset 0
    ) c
    cross join lateral (
      select w.weekday
      from week_plans w
      where w.org_id = n.org_id and w.user_id = n.id and w.location_id is null
      offset 0
    ) w
    where d.org_id = n.org_id and d.user_id = n.id and d.day > c.today and d.origin = 'week-plan' and d.plan = 'o'
      and w.weekday = extract(isodow from d.day) and d.location_id is distinct from n.primary_location_id
  $query$
  using command;
  return null;
end
$$;
