-- What a changed calendar of a building does to its days: it marks them, so that published ones are restated, dates the calendar, and
-- keeps the change for explanations. Its arguments are the kind of entry, the columns of its first and last day, and that of its
-- name. Bookings are canceled by the code that writes the entry (planning/consequences). Once per statement, for all rows of a
-- file; a calendar changes seldom.
-- Shown by: calendar/effects.test.ts, calendar/outages.test.ts
create or replace function change_calendar() returns trigger
language plpgsql as $$
declare
  entries text := 'select org_id, location_id, ' || quote_ident(tg_argv[1]) || ' as first_day, ' || quote_ident(tg_argv[2])
    || ' as last_day, ' || quote_ident(tg_argv[3]) || ' as name, %L::boolean as is_new from %s';
  changed record;
  changed_orgs uuid[];
  changed_locations uuid[];
begin
  for changed in execute
    'select org_id, location_id, first_day, last_day, '
    || 'min(name) filter (where not is_new) as before, min(name) filter (where is_new) as after from ('
    || concat_ws(
      ' union all ',
      case when tg_op <> 'INSERT' then format(entries, false, 'old_rows') end,
      case when tg_op <> 'DELETE' then format(entries, true, 'new_rows') end
    )
    || ') entry group by org_id, location_id, first_day, last_day'
    || ' having min(name) filter (where not is_new) is distinct from min(name) filter (where is_new)'
  loop
    perform tick_directory(changed.org_id, changed.first_day, changed.last_day);
    perform tick_policy_weeks(changed.org_id, changed.first_day, changed.last_day);
    insert into location_changes (org_id, location_id, kind, first_day, last_day, before, after)
    values (
      changed.org_id, changed.location_id, 'calendar', changed.first_day, changed.last_day,
      tg_argv[0] || ' (' || changed.before || ')', coalesce(tg_argv[0] || ' (' || changed.after || ')', 'no ' || tg_argv[0])
    );
    changed_orgs := changed_orgs || changed.org_id;
    changed_locations := changed_locations || changed.location_id;
  end loop;
  update locations l
  set calendar_changed_at = clock_timestamp()
  from unnest(changed_orgs, changed_locations) c (org_id, location_id)
  where l.org_id = c.org_id and l.id = c.location_id;
  return null;
end
$$;
