-- Marks the days whose plans changed as dirty. For each user and day that lost its plan it records the time, so that `updated_at` of
-- the attendance increases. Locks these rows.
-- Shown by: day-changes/plans-and-events.test.ts, warehouse/updated-at.test.ts
create or replace function mark_days_of_plans(changes day_plan_change[]) returns void
language plpgsql as $$
begin
  insert into day_change_ticks (org_id, topic, day, reason)
  select distinct d.org_id, 'plans', d.day, 'corrected'
  from unnest(changes) c
  cross join lateral (select (coalesce(c.after, c.before)).*) d
  where ((c.before).plan, (c.before).location_id, (c.before).updated_at)
    is distinct from ((c.after).plan, (c.after).location_id, (c.after).updated_at);

  insert into day_removals (org_id, user_id, day)
  select distinct d.org_id, d.user_id, d.day
  from unnest(changes) c
  cross join lateral (select (c.before).*) d
  where (c.after).plan is null
  order by d.org_id, d.day, d.user_id
  on conflict (org_id, day, user_id) do update set removed_at = excluded.removed_at;
end
$$;
