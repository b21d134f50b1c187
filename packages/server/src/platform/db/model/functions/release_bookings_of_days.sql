-- Releases the booking of a day that is no longer an office day, or that moved to another building. It has the command of the plan.
-- Shown by: plans/consequences.test.ts, plans/day-plans.test.ts
create or replace function release_bookings_of_days() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  gone day_plans[];
  released record;
  amount integer;
begin
  if tg_op = 'DELETE' then
    select array_agg(o::day_plans) into gone from old_rows o;
  elsif tg_op = 'INSERT' then
    select array_agg(n::day_plans) into gone from new_rows n where n.plan <> 'o';
  else
    select array_agg(n::day_plans) filter (where n.plan <> 'o' or n.location_id <> o.location_id)
    into gone
    from new_rows n
    full join old_rows o on o.org_id = n.org_id and o.user_id = n.user_id and o.day = n.day;
  end if;
  if gone is null then
    return null;
  end if;
  for released in select * from bookings_that_fall(gone, tg_op = 'DELETE') loop
    execute $query$
      update bookings
      set status = 'cancelled', updated_at = now(), changed_by = $3, changed_by_user_id = $4, reason = $5, command_id = $6
      where org_id = $1 and id = any ($2) and status <> 'cancelled'
    $query$
    using released.org_id, released.ids,
      released.changed_by, released.changed_by_user_id, released.reason, released.command_id;
    get diagnostics amount = row_count;
    perform add_released_bookings(amount);
  end loop;
  return null;
end
$$;
