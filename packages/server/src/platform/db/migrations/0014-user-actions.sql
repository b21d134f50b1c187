-- Everything that changes a plan or a booking writes the log of user actions, in the same transaction (domain §4).

-- A row before and after a statement; null where there was or is none.
create type day_plan_change as (before day_plans, after day_plans);
create type week_plan_change as (before week_plans, after week_plans);

-- One command makes one action of each user and day: a plan and the booking that falls with it share its id.
create function action_id(command_id uuid, user_id uuid, day date) returns uuid
language sql stable
return md5(concat(command_id, ' ', user_id, ' ', day))::uuid;

create function booked_node(booking bookings) returns jsonb
language sql stable
return jsonb_build_object(
  'depth', case when booking.place_id is not null then 3 when booking.zone_id is not null then 2 else 1 end,
  'locationId', booking.location_id,
  'zoneId', booking.zone_id,
  'placeId', booking.place_id
);

create function plan_as_logged(plan text, location_id uuid) returns jsonb
language sql stable
return case when plan is not null then jsonb_build_object('plan', plan, 'locationId', location_id) end;

-- A change without a command of its own would be logged as somebody else's.
create function refuse_unsigned_change(table_name text) returns void
language plpgsql as $$
begin
  raise exception 'A change of % must bring a new command_id, and say who changed it', table_name
    using errcode = '23514', table = table_name, constraint = table_name || '_command';
end
$$;

-- Makes sure that the log has a partition for the month. They are made ahead of time (db/partitions.ts), so this is for a database
-- that nobody has served for months. Those of events are left alone: whoever makes one keeps everybody from the table until
-- the end of the transaction.
create function ensure_user_action_partition(month date) returns void
language plpgsql as $$
declare
  first_day date := date_trunc('month', month)::date;
  child text := 'user_actions' || to_char(first_day, '_YYYY_MM');
begin
  if to_regclass(child) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('rollcall.event_partitions'));
  execute format(
    'create table if not exists %I partition of user_actions for values from (%L) to (%L)',
    child, first_day, (first_day + interval '1 month')::date
  );
end
$$;

create function log_bookings() returns trigger
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
create trigger log_after_insert after insert on bookings referencing new table as new_rows
for each statement execute function log_bookings();
create trigger log_after_update after update on bookings referencing old table as old_rows new table as new_rows
for each statement execute function log_bookings();
create trigger log_after_delete after delete on bookings referencing old table as old_rows
for each statement execute function log_bookings();

-- Runs before the trigger that releases bookings, by the order of their names: the plan comes first in the log.
create function log_day_plans() returns trigger
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
create trigger log_after_insert after insert on day_plans referencing new table as new_rows
for each statement execute function log_day_plans();
create trigger log_after_update after update on day_plans referencing old table as old_rows new table as new_rows
for each statement execute function log_day_plans();
create trigger log_after_delete after delete on day_plans referencing old table as old_rows
for each statement execute function log_day_plans();

-- One row per user and command, with the weekdays that changed. What a command inserts, updates and deletes comes in up to
-- three calls; the later ones add to the row of the first. One look-up by the primary key per user, whatever the plan.
create function record_week_plans(changes week_plan_change[]) returns void
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
    action_id(c.command_id, c.user_id, null), null, 'weekPlanChanged', c.changed_by, c.changed_by_user_id, c.reason, c.before, c.after
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

create function log_week_plans() returns trigger
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
create trigger log_after_insert after insert on week_plans referencing new table as new_rows
for each statement execute function log_week_plans();
create trigger log_after_update after update on week_plans referencing old table as old_rows new table as new_rows
for each statement execute function log_week_plans();
create trigger log_after_delete after delete on week_plans referencing old table as old_rows
for each statement execute function log_week_plans();
