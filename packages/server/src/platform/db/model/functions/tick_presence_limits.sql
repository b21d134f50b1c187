-- Marks the days between the old and the new limits of presence reports that an administrator set for a location, and keeps the
-- change for explanations. A planned user who was not seen is a no-show within the limits, and unconfirmed outside of them.
-- Shown by: day-changes/names-and-settings.test.ts
create or replace function tick_presence_limits() returns trigger
language plpgsql as $$
declare
  moved record;
begin
  if not exists (
    select org_id, id, presence_from, presence_until from new_rows
    except
    select org_id, id, presence_from, presence_until from old_rows
  ) then
    return null;
  end if;
  for moved in execute $query$
    select n.org_id, n.id, least(f.before, f.after) as first_day, greatest(f.before, f.after) - 1 as last_day,
      reporting_text(o.presence_from, o.presence_until) as before, reporting_text(n.presence_from, n.presence_until) as after
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    left join location_presence p on p.org_id = n.org_id and p.location_id = n.id
    cross join lateral (
      select coalesce(o.presence_from, p.first_day, 'infinity') as before, coalesce(n.presence_from, p.first_day, 'infinity') as after
    ) f
    where n.presence_from is distinct from o.presence_from and f.before <> f.after
    union all
    select n.org_id, n.id, least(f.before, f.after) + 1, greatest(f.before, f.after),
      reporting_text(o.presence_from, o.presence_until), reporting_text(n.presence_from, n.presence_until)
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    cross join lateral (
      select coalesce(o.presence_until, 'infinity') as before, coalesce(n.presence_until, 'infinity') as after
    ) f
    where n.presence_until is distinct from o.presence_until
  $query$
  loop
    perform tick_directory(moved.org_id, moved.first_day, moved.last_day);
    insert into location_changes (org_id, location_id, kind, first_day, last_day, before, after)
    values (moved.org_id, moved.id, 'presenceWindow', moved.first_day, moved.last_day, moved.before, moved.after);
  end loop;
  return null;
end
$$;
