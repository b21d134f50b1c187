-- Writes an entry of the log for each booking that a statement made, moved or canceled (domain §4), in its transaction. Refuses a
-- change without a new command. Old and new rows meet by a hash join alone, as the plan that a session keeps has to suit one row
-- and 10,000.
-- Shown by: change-log/dataset.test.ts, plans/plans.test.ts
create or replace function log_bookings() returns trigger
language plpgsql
set enable_nestloop = off set enable_hashjoin = on set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  changes booking_change[];
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    select array_agg(row(null, n)::booking_change) into changes from new_rows n where n.status = 'booked';
  elsif tg_op = 'DELETE' then
    select array_agg(row(o, null)::booking_change) into changes from old_rows o where o.status = 'booked';
  else
    select array_agg(row(o, n)::booking_change)
    into changes
    from old_rows o
    join new_rows n on n.org_id = o.org_id and n.id = o.id
    where (o.status, o.location_id, o.zone_id, o.place_id) is distinct from (n.status, n.location_id, n.zone_id, n.place_id)
      and 'booked' in (o.status, n.status);
    if exists (select from unnest(changes) c where (c.before).command_id = (c.after).command_id) then
      perform refuse_unsigned_change('bookings');
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
  select b.org_id, b.user_id, (moment at time zone 'UTC')::date, moment, action_id(b.command_id, b.user_id, b.day), b.day,
    case
      when not booking_is_live(c.after) then 'cancelled'
      when booking_is_live(c.before) then 'moved'
      else 'booked'
    end,
    b.changed_by, b.changed_by_user_id, b.reason,
    case when booking_is_live(c.before) then booked_node(c.before) end,
    case when booking_is_live(c.after) then booked_node(c.after) end
  from unnest(changes) c
  cross join lateral (select (coalesce(c.after, c.before)).*) b;
  return null;
end
$$;
