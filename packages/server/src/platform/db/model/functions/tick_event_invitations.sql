-- Marks the days of workplace events whose invitations a statement changed.
-- Shown by: day-changes/plans-and-events.test.ts
create or replace function tick_event_invitations() returns trigger
language plpgsql as $$
begin
  execute format(
    'insert into day_change_ticks (org_id, topic, day, reason)
     select distinct e.org_id, ''events'', e.day, ''corrected''
     from (select distinct org_id, event_id from (%s) changed) i
     join workplace_event_days e on e.org_id = i.org_id and e.id = i.event_id',
    changed_rows(tg_op, 'select * from %s'));
  return null;
end
$$;
