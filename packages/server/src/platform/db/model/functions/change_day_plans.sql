-- Writes the log and marks the days as dirty when day plans change, once for all rows of a statement. The code that runs the
-- statement also adapts bookings and parking (planning/consequences).
-- Old and new rows are compared by a hash join only, because the session keeps one plan for one row and for 10,000.
-- Shown by: plans/plans.test.ts, plans/consequences.test.ts
create or replace function change_day_plans() returns trigger
language plpgsql
set enable_nestloop = off set enable_hashjoin = on set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  changes day_plan_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(null, n)::day_plan_change) into changes from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(row(o, null)::day_plan_change) into changes from old_rows o;
  else
    select array_agg(row(o, n)::day_plan_change)
    into changes
    from old_rows o
    join new_rows n on n.org_id = o.org_id and n.user_id = o.user_id and n.day = o.day;
  end if;
  -- Anonymizing removes rows that are already published, and records itself what it does.
  if changes is not null and (tg_op <> 'DELETE' or not is_anonymizing()) then
    perform log_day_plans(changes);
    perform mark_days_of_plans(changes);
  end if;
  return null;
end
$$;
