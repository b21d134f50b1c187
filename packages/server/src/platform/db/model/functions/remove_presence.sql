-- Marks the days that lost presence events, and notes for each user and day when that was, so that `updated_at` of the attendance is
-- later.
-- Shown by: day-changes/presence.test.ts, warehouse/updated-at.test.ts
create or replace function remove_presence() returns trigger
language plpgsql as $$
begin
  insert into day_removals (org_id, user_id, day)
  select distinct org_id, user_id, local_day
  from old_rows
  order by org_id, local_day, user_id
  on conflict (org_id, day, user_id) do update set removed_at = excluded.removed_at;
  insert into day_change_ticks (org_id, topic, day, reason)
  select distinct org_id, 'presence', local_day, 'corrected'
  from old_rows;
  return null;
end
$$;
