-- Marks the days whose hours another time zone moves, also what stays on its day. Once for what a client sends at a time, as
-- mark_names.
-- Shown by: analytics/rollups.test.ts
create or replace function mark_hours(org uuid) returns void
language plpgsql as $$
declare
  marked text := org || ' ' || statement_timestamp();
begin
  if current_setting('rollcall.moved_hours', true) = marked then
    return;
  end if;
  perform set_config('rollcall.moved_hours', marked, true);
  insert into day_change_ticks (org_id, topic, day, reason)
  select org, 'analytics', known.day, 'corrected'
  from (
    select c.day from day_changes c where c.org_id = org and c.topic in ('presence', 'analytics', 'visits')
    union
    select t.day from day_change_ticks t where t.org_id = org and t.topic in ('presence', 'analytics', 'visits')
  ) known;
end
$$;
