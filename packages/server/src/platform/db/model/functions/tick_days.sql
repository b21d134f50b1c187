-- Marks the days of changed rows, for tables with a column for the day. Its arguments are the topic, the column of the day, the
-- columns that matter, and a condition on the rows.
-- Shown by: day-changes/plans-and-events.test.ts, day-changes/presence.test.ts
create or replace function tick_days() returns trigger
language plpgsql as $$
begin
  execute format(
    'insert into day_change_ticks (org_id, topic, day, reason)
     select distinct org_id, %L, day, ''corrected''
     from (%s) changed',
    tg_argv[0],
    changed_rows(tg_op, format('select org_id, %s as day, %s from %%s where %s', tg_argv[1], tg_argv[2], tg_argv[3])));
  return null;
end
$$;
