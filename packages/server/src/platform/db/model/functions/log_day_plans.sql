-- Writes an entry of the log for each day plan that a statement set, changed or removed (domain §4), in its transaction. Refuses a
-- change without a new command. Fires before bookings are released, so the plan comes first in the log.
-- Shown by: plans/plans.test.ts, change-log/dataset.test.ts
create or replace function log_day_plans() returns trigger
language plpgsql
set enable_nestloop = off set enable_hashjoin = on set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  changes day_plan_change[];
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    select array_agg(row(null, n)::day_plan_change) into changes from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(row(o, null)::day_plan_change) into changes from old_rows o;
  else
    select array_agg(row(o, n)::day_plan_change)
    into changes
    from old_rows o
    join new_rows n on n.org_id = o.org_id and n.user_id = o.user_id and n.day = o.day
    where (o.plan, o.location_id) is distinct from (n.plan, n.location_id);
    if exists (select from unnest(changes) c where (c.before).command_id = (c.after).command_id) then
      perform refuse_unsigned_change('day_plans');
    end if;
  end if;
  if changes is null then
    return null;
  end if;
  moment := clock_timestamp();
  perform ensure_user_action_partition((moment at time zone 'UTC')::date);
  insert into user_actions (
    org_id, user_id, recorded_on, recorded_at, action_id, day, action, changed_by, changed_by_user_id, reason, before, after
  )
  select d.org_id, d.user_id, (moment at time zone 'UTC')::date, moment, action_id(d.command_id, d.user_id, d.day), d.day,
    case tg_op when 'INSERT' then 'planSet' when 'DELETE' then 'planRemoved' else 'planChanged' end,
    d.changed_by, d.changed_by_user_id, d.reason,
    plan_as_logged((c.before).plan, (c.before).location_id), plan_as_logged((c.after).plan, (c.after).location_id)
  from unnest(changes) c
  cross join lateral (select (coalesce(c.after, c.before)).*) d;
  return null;
end
$$;
