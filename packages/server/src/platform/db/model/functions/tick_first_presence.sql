-- Marks the days between the old and the new first day of presence of a location. A planned user who was not seen is a no-show on
-- days on which the location reports presence, and unconfirmed on others (domain §1, §7). Late events move the first day, so the
-- change feed gives them as the reason.
-- Shown by: day-changes/presence.test.ts
create or replace function tick_first_presence() returns trigger
language plpgsql as $$
declare
  known date := case tg_op when 'INSERT' then 'infinity' else old.first_day end;
  first_day date := least(known, new.first_day);
  last_day date := greatest(known, new.first_day) - 1;
begin
  if known = new.first_day
    or exists (select from locations l where l.org_id = new.org_id and l.id = new.location_id and l.presence_from is not null)
  then
    return null;
  end if;
  -- A corrected time zone moves the day within a trigger of its own, and tells its own story.
  if pg_trigger_depth() > 1 then
    perform tick_directory(new.org_id, first_day, last_day);
  else
    perform tick_directory(new.org_id, first_day, last_day, because => 'lateEvents');
    insert into location_changes (org_id, location_id, kind, first_day, last_day, before, after)
    values (new.org_id, new.location_id, 'firstPresence', first_day, last_day, nullif(known, 'infinity'), new.first_day);
  end if;
  return null;
end
$$;
