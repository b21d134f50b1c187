-- What another name, time zone or limit of presence reports of a location does to days, in this order. One row at a time: an
-- organization has few locations, and seldom corrects one.
-- Shown by: day-changes/names-and-settings.test.ts, day-changes/presence.test.ts, refresh/refresh.test.ts
create or replace function change_location() returns trigger
language plpgsql as $$
begin
  if new.time_zone <> old.time_zone then
    perform move_local_days(new.org_id, new.id, old.time_zone, new.time_zone);
    perform reopen_days_of_time_zone(new.org_id, new.id, new.time_zone);
    perform mark_hours(new.org_id);
  end if;
  if new.name <> old.name then
    perform mark_names(new.org_id);
  end if;
  if (new.presence_from, new.presence_until) is distinct from (old.presence_from, old.presence_until) then
    perform mark_presence_limits(old, new);
  end if;
  return null;
end
$$;
