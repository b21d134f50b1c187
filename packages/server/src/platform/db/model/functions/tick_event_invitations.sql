-- Marks the day of a workplace event whose invitations change. Once for what a client sends at a time to one event, as its
-- invitations follow each other: `rollcall.invited` names it, so each further one costs a comparison.
-- Shown by: day-changes/plans-and-events.test.ts
create or replace function tick_event_invitations() returns trigger
language plpgsql as $$
declare
  org uuid := case tg_op when 'DELETE' then old.org_id else new.org_id end;
  event uuid := case tg_op when 'DELETE' then old.event_id else new.event_id end;
  marked text := org || ' ' || event || ' ' || statement_timestamp();
begin
  if tg_op = 'UPDATE' and new is not distinct from old or current_setting('rollcall.invited', true) = marked then
    return null;
  end if;
  perform set_config('rollcall.invited', marked, true);
  insert into day_change_ticks (org_id, topic, day, reason)
  select e.org_id, 'events', e.day, 'corrected'
  from workplace_event_days e
  where e.org_id = org and e.id = event;
  return null;
end
$$;
