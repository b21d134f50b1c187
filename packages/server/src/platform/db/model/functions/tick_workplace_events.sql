-- Marks the days of changed workplace events. The day of an event is the day of its start in the time zone of the location.
-- Shown by: day-changes/plans-and-events.test.ts
create or replace function tick_workplace_events() returns trigger
language plpgsql as $$
begin
  execute format(
    'insert into day_change_ticks (org_id, topic, day, reason)
     select distinct e.org_id, ''events'', (e.starts_at at time zone l.time_zone)::date, ''corrected''
     from (%s) e
     join locations l on l.org_id = e.org_id and l.id = e.location_id',
    changed_rows(tg_op, 'select * from %s'));
  return null;
end
$$;
