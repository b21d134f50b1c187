-- Writes the log of week plans that a statement changed (record_week_plans). Refuses a change without a new command.
-- Shown by: plans/plans.test.ts
create or replace function log_week_plans() returns trigger
language plpgsql
set enable_nestloop = off set enable_hashjoin = on set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  changes week_plan_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(null, n)::week_plan_change) into changes from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(row(o, null)::week_plan_change) into changes from old_rows o;
  else
    select array_agg(row(o, n)::week_plan_change)
    into changes
    from old_rows o
    join new_rows n on n.org_id = o.org_id and n.user_id = o.user_id and n.weekday = o.weekday
    where (o.plan, o.location_id) is distinct from (n.plan, n.location_id);
    if exists (select from unnest(changes) c where (c.before).command_id = (c.after).command_id) then
      perform refuse_unsigned_change('week_plans');
    end if;
  end if;
  if changes is not null then
    perform record_week_plans(changes);
  end if;
  return null;
end
$$;
