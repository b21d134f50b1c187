-- Marks the days whose hours change with a new time zone, even if their events stay on the same day. Old and new rows are compared
-- by `except`, which is fast for any number of rows.
-- Shown by: analytics/rollups.test.ts
create or replace function tick_time_zones() returns trigger
language plpgsql as $$
declare
  changed uuid;
begin
  for changed in execute
    'select distinct org_id from (select org_id, id, time_zone from new_rows except select org_id, id, time_zone from old_rows) n'
  loop
    insert into day_change_ticks (org_id, topic, day, reason)
    select changed, 'analytics', known.day, 'corrected'
    from (
      select c.day from day_changes c where c.org_id = changed and c.topic in ('presence', 'analytics')
      union
      select t.day from day_change_ticks t where t.org_id = changed and t.topic in ('presence', 'analytics')
    ) known;
  end loop;
  return null;
end
$$;
