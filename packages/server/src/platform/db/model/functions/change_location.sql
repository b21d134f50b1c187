-- What another name, time zone, beginning of the day, week or limit of presence reports of a location does to days, in this order. One row at a time: an
-- organization has few locations, and seldom corrects one.
-- Shown by: day-changes/names-and-settings.test.ts, day-changes/presence.test.ts, refresh/refresh.test.ts, calendar/effects.test.ts
create or replace function change_location() returns trigger
language plpgsql as $$
begin
  if (new.time_zone, new.day_start_hour) <> (old.time_zone, old.day_start_hour) then
    insert into location_changes (org_id, location_id, kind, before, after)
    select new.org_id, new.id, c.kind, c.before, c.after
    from (
      values
        ('timeZone', old.time_zone, new.time_zone),
        ('dayStart', to_char(old.day_start_hour, 'FM00') || ':00', to_char(new.day_start_hour, 'FM00') || ':00')
    ) c (kind, before, after)
    where c.before <> c.after;
    perform move_local_days(new.org_id, new.id, new.time_zone, new.day_start_hour);
    perform reopen_days_of_time_zone(new.org_id, new.id, new.time_zone, new.day_start_hour);
    perform mark_hours(new.org_id);
  end if;
  if new.name <> old.name then
    perform mark_names(new.org_id);
  end if;
  if (new.presence_from, new.presence_until) is distinct from (old.presence_from, old.presence_until) then
    perform mark_presence_limits(old, new);
  end if;
  if new.working_days <> old.working_days then
    perform mark_working_days(old, new);
    perform tick_policy_weeks(new.org_id);
  end if;
  return null;
end
$$;
