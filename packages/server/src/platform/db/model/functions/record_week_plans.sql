-- Writes one row of the log per user and command, with the weekdays that changed. What a command inserts, updates and deletes comes
-- in up to three calls; the later ones add to the row of the first. One look-up by the primary key per user, whatever the plan.
create or replace function record_week_plans(changes week_plan_change[]) returns void
language plpgsql
set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  moment timestamptz := clock_timestamp();
  recorded user_actions[];
  added user_actions;
begin
  perform ensure_user_action_partition((moment at time zone 'UTC')::date);
  select array_agg(row(
    c.org_id, c.user_id, (moment at time zone 'UTC')::date, same.action_no, moment,
    action_id(c.command_id, c.user_id, null), null, 'weekPlanChanged', c.changed_by, c.changed_by_user_id, c.reason, c.before, c.after,
    false
  )::user_actions)
  into recorded
  from (
    select w.org_id, w.user_id, w.command_id, w.changed_by, w.changed_by_user_id, w.reason,
      jsonb_object_agg(w.weekday, plan_as_logged((c.before).plan, (c.before).location_id))
        filter (where (c.before).plan is not null) as before,
      jsonb_object_agg(w.weekday, plan_as_logged((c.after).plan, (c.after).location_id))
        filter (where (c.after).plan is not null) as after
    from unnest(changes) c
    cross join lateral (select (coalesce(c.after, c.before)).*) w
    group by w.org_id, w.user_id, w.command_id, w.changed_by, w.changed_by_user_id, w.reason
  ) c
  left join lateral (
    select a.action_no
    from user_actions a
    where a.org_id = c.org_id and a.user_id = c.user_id and a.recorded_on = (moment at time zone 'UTC')::date
      and a.action_id = action_id(c.command_id, c.user_id, null) and a.action = 'weekPlanChanged'
    offset 0
  ) same on true;
  insert into user_actions (
    org_id, user_id, recorded_on, recorded_at, action_id, action, changed_by, changed_by_user_id, reason, before, after
  )
  select r.org_id, r.user_id, r.recorded_on, r.recorded_at, r.action_id, r.action, r.changed_by, r.changed_by_user_id, r.reason,
    r.before, r.after
  from unnest(recorded) r
  where r.action_no is null;
  for added in select r.* from unnest(recorded) r where r.action_no is not null loop
    update user_actions a
    set before = case when a.before is null then added.before else a.before || coalesce(added.before, '{}') end,
      after = case when a.after is null then added.after else a.after || coalesce(added.after, '{}') end
    where a.org_id = added.org_id and a.user_id = added.user_id and a.recorded_on = added.recorded_on
      and a.action_no = added.action_no;
  end loop;
end
$$;
