-- The live bookings that days off or moved days release, one row for each command, of which most statements have one. Where the
-- days are gone, all of theirs; otherwise those on days that are no longer office days, and those in another building.
-- One look-up by key for each day.
create or replace function bookings_that_fall(days day_plans[], are_gone boolean)
returns table (
  org_id uuid, changed_by changed_by, changed_by_user_id uuid, reason text, command_id uuid, ids uuid[]
)
language plpgsql
set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select d.org_id, d.changed_by, d.changed_by_user_id, d.reason, d.command_id, array_agg(b.id)
  from unnest(days) d
  cross join lateral (
    select b.id
    from bookings b
    where b.org_id = d.org_id and b.user_id = d.user_id and b.day = d.day and b.status = 'booked'
      and (are_gone or d.plan <> 'o' or b.location_id <> d.location_id)
    offset 0
  ) b
  group by d.org_id, d.changed_by, d.changed_by_user_id, d.reason, d.command_id;
end
$$;
