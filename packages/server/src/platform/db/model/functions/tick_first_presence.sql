-- Marks the days between the old and the new first day of presence of a location. A planned user who was not seen is a no-show on
-- days on which the location reports presence, and unconfirmed on others (domain §1, §7). Late events move the first day, so the
-- change feed gives them as the reason.
-- Shown by: day-changes/presence.test.ts
create or replace function tick_first_presence() returns trigger
language plpgsql as $$
declare
  moved record;
  first_day date;
  last_day date;
begin
  for moved in execute format(
    'select n.org_id, n.location_id, n.a, n.b
     from (%s) n
     cross join lateral (
       select from locations l where l.org_id = n.org_id and l.id = n.location_id and l.presence_from is null offset 0
     ) l',
    case tg_op
      when 'INSERT' then 'select n.org_id, n.location_id, n.first_day as a, ''infinity''::date as b from new_rows n'
      else
        'select n.org_id, n.location_id, n.first_day as a, o.first_day as b
         from new_rows n
         join old_rows o on o.org_id = n.org_id and o.location_id = n.location_id
         where n.first_day <> o.first_day'
    end)
  loop
    first_day := least(moved.a, moved.b);
    last_day := greatest(moved.a, moved.b) - 1;
    -- The trigger of a corrected time zone also gets here, and records its own change.
    if pg_trigger_depth() > 1 then
      perform tick_directory(moved.org_id, first_day, last_day);
    else
      perform tick_directory(moved.org_id, first_day, last_day, because => 'lateEvents');
      insert into location_changes (org_id, location_id, kind, first_day, last_day, before, after)
      values (moved.org_id, moved.location_id, 'firstPresence', first_day, last_day, nullif(moved.b, 'infinity'), moved.a);
    end if;
  end loop;
  return null;
end
$$;
