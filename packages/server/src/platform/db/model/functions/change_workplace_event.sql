-- What follows from a changed workplace event: its space has one gathering at a time (check_event_space), and its days are marked.
-- The day is that of the start in the time zone of the location. One row at a time: an event is written alone.
-- Shown by: events/rooms.test.ts, day-changes/plans-and-events.test.ts
create or replace function change_workplace_event() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new is not distinct from old then
    return null;
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE'
    and (new.space_id, new.status, new.starts_at, new.ends_at)
      is distinct from (old.space_id, old.status, old.starts_at, old.ends_at)
  then
    perform check_event_space(new);
  end if;
  insert into day_change_ticks (org_id, topic, day, reason)
  select distinct e.org_id, 'events', local_day(e.starts_at, l.time_zone, l.day_start_hour), 'corrected'
  from (
    values (old.org_id, old.location_id, old.starts_at), (new.org_id, new.location_id, new.starts_at)
  ) e (org_id, location_id, starts_at)
  join locations l on l.org_id = e.org_id and l.id = e.location_id;
  return null;
end
$$;
