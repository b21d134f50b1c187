-- Writes a log entry for each day plan that a statement set, changed or removed (domain §4), in the same transaction. Refuses a
-- change without a new command. A removed plan has no row that a command could sign: `rollcall.removal` has the signature, if there is one.
-- Shown by: plans/plans.test.ts, change-log/dataset.test.ts
create or replace function log_day_plans(changes day_plan_change[]) returns void
language plpgsql as $$
declare
  logged day_plan_change[];
  moment timestamptz := clock_timestamp();
  removal day_plans := jsonb_populate_record(null::day_plans, nullif(current_setting('rollcall.removal', true), '')::jsonb);
begin
  select array_agg(c)
  into logged
  from unnest(changes) c
  where ((c.before).plan, (c.before).location_id) is distinct from ((c.after).plan, (c.after).location_id);
  if logged is null then
    return;
  end if;
  if exists (select from unnest(logged) c where (c.before).command_id = (c.after).command_id) then
    perform refuse_unsigned_change('day_plans');
  end if;
  perform ensure_user_action_partition((moment at time zone 'UTC')::date);
  insert into user_actions (
    org_id, user_id, recorded_on, recorded_at, action_id, day, action, changed_by, changed_by_user_id, reason, before, after
  )
  select d.org_id, d.user_id, (moment at time zone 'UTC')::date, moment, action_id(s.command_id, d.user_id, d.day), d.day,
    case when (c.before).plan is null then 'planSet' when (c.after).plan is null then 'planRemoved' else 'planChanged' end,
    s.changed_by, s.changed_by_user_id, s.reason,
    plan_as_logged((c.before).plan, (c.before).location_id), plan_as_logged((c.after).plan, (c.after).location_id)
  from unnest(logged) c
  cross join lateral (select (coalesce(c.after, c.before)).*) d
  cross join lateral (select (coalesce(c.after, removal, c.before)).*) s;
end
$$;
