-- What follows for plans and bookings when something else changes: a plan, a user, a node, an assignment. Together with the rules
-- of 0013 they are the invariants of domain §3 and §4.

-- How many bookings fell because of other changes of this transaction, for whoever reports on it.
create function released_bookings() returns integer
language sql stable
return coalesce(nullif(current_setting('rollcall.released_bookings', true), ''), '0')::integer;

create function add_released_bookings(amount integer) returns void
language plpgsql as $$
begin
  perform set_config('rollcall.released_bookings', (released_bookings() + amount)::text, true);
end
$$;

-- An office day names its building from the start, so that a move of the user to another one leaves the past as it was.
create function pin_location_of_day() returns trigger
language plpgsql as $$
begin
  new.location_id := (select u.primary_location_id from users u where u.org_id = new.org_id and u.id = new.user_id);
  return new;
end
$$;
create trigger pin_location before insert or update of plan, location_id on day_plans
for each row when (new.plan = 'o' and new.location_id is null) execute function pin_location_of_day();

-- A day that is no office day has no booking, and one that is moved to another building has none in the old one: it falls with
-- the plan, by the same command.
create function release_bookings_of_days() returns trigger
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
    select array_agg(n::day_plans)
    into gone
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.user_id = n.user_id and o.day = n.day
    where n.plan <> 'o' or n.location_id <> o.location_id;
  end if;
  if gone is null then
    return null;
  end if;
  -- One turn for each command, of which most statements have one: by their ids bookings are found through the primary key.
  for released in
    select d.org_id, d.changed_by, d.changed_by_user_id, d.reason, d.command_id, array_agg(b.id) as ids
    from unnest(gone) d
    cross join lateral (
      select b.id
      from bookings b
      where b.org_id = d.org_id and b.user_id = d.user_id and b.day = d.day and b.status = 'booked'
        and (tg_op = 'DELETE' or d.plan <> 'o' or b.location_id <> d.location_id)
      offset 0
    ) b
    group by d.org_id, d.changed_by, d.changed_by_user_id, d.reason, d.command_id
  loop
    update bookings
    set status = 'cancelled', updated_at = now(), changed_by = released.changed_by,
      changed_by_user_id = released.changed_by_user_id, reason = released.reason, command_id = released.command_id
    where org_id = released.org_id and id = any (released.ids) and status <> 'cancelled';
    get diagnostics amount = row_count;
    perform add_released_bookings(amount);
  end loop;
  return null;
end
$$;
create trigger release_bookings_after_insert after insert on day_plans referencing new table as new_rows
for each statement execute function release_bookings_of_days();
create trigger release_bookings_after_update after update on day_plans
referencing old table as old_rows new table as new_rows
for each statement execute function release_bookings_of_days();
create trigger release_bookings_after_delete after delete on day_plans referencing old table as old_rows
for each statement execute function release_bookings_of_days();

-- Cancels by the directory, as one command.
create function cancel_for_directory(org uuid, ids uuid[], because text) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  command uuid := gen_random_uuid();
  amount integer;
begin
  update bookings
  set status = 'cancelled', updated_at = now(), changed_by = 'directory', changed_by_user_id = null, reason = because,
    command_id = command
  where org_id = org and id = any (ids) and status <> 'cancelled';
  get diagnostics amount = row_count;
  perform add_released_bookings(amount);
end
$$;

-- Leavers keep their past and lose what they planned and booked after today (domain §2): nobody expects them any more.
create function release_bookings_of_leavers() returns trigger
language plpgsql as $$
declare
  released record;
  command uuid := gen_random_uuid();
begin
  if not exists (select from new_rows where status = 'inactive') then
    return null;
  end if;
  -- Signed first, so that the log says who removed them.
  update day_plans d
  set changed_by = 'directory', changed_by_user_id = null, reason = 'directory', command_id = command
  from new_rows n
  join old_rows o on o.org_id = n.org_id and o.id = n.id and o.status = 'active'
  join user_calendars c on c.org_id = n.org_id and c.user_id = n.id
  where n.status = 'inactive' and d.org_id = n.org_id and d.user_id = n.id and d.day > c.today;
  delete from day_plans d
  using new_rows n
  where n.status = 'inactive' and d.org_id = n.org_id and d.user_id = n.id and d.command_id = command;
  -- What is left was booked without a plan, or where the day is another one.
  for released in
    select b.org_id, array_agg(b.id) as ids
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id and o.status = 'active'
    cross join lateral (
      select b.org_id, b.id
      from bookings b
      join locations l on l.org_id = b.org_id and l.id = b.location_id
      where b.org_id = n.org_id and b.user_id = n.id and b.status = 'booked'
        and b.day > (now() at time zone l.time_zone)::date
      offset 0
    ) b
    where n.status = 'inactive'
    group by b.org_id
  loop
    perform cancel_for_directory(released.org_id, released.ids, 'directory');
  end loop;
  return null;
end
$$;
create trigger release_bookings_after_update after update on users referencing old table as old_rows new table as new_rows
for each statement execute function release_bookings_of_leavers();

-- Bookings after today at a node that is no longer in use fall; today's stay, their people may be there already.
create function release_bookings_of_nodes() returns trigger
language plpgsql as $$
declare
  released record;
begin
  if not exists (select from new_rows where status = 'inactive') then
    return null;
  end if;
  for released in
    select b.org_id, array_agg(b.id) as ids
    from (
      select n.org_id, n.id
      from new_rows n
      join old_rows o on o.org_id = n.org_id and o.id = n.id and o.status = 'active'
      where n.status = 'inactive'
    ) n
    join nodes d on d.org_id = n.org_id and d.id = n.id and d.type = tg_argv[0]
    -- By place through the index of live bookings of desks; anything larger through that of locations and days.
    cross join lateral (
      select b.org_id, b.id
      from bookings b
      where d.type = 'place' and b.org_id = n.org_id and b.place_id = n.id and b.status = 'booked'
        and b.day > (now() at time zone d.time_zone)::date
      union all
      select b.org_id, b.id
      from bookings b
      left join zones z on z.org_id = b.org_id and z.id = b.zone_id
      where d.type <> 'place' and b.org_id = n.org_id and b.location_id = d.location_id and b.status = 'booked'
        and b.day > (now() at time zone d.time_zone)::date
        and n.id = case d.type when 'zone' then b.zone_id when 'level' then z.level_id else b.location_id end
      offset 0
    ) b
    group by b.org_id
  loop
    perform cancel_for_directory(released.org_id, released.ids, 'inactive');
  end loop;
  return null;
end
$$;
do $$
declare
  kind text;
begin
  foreach kind in array array['location', 'level', 'zone', 'place'] loop
    execute format(
      'create trigger release_bookings_after_update after update on %I
       referencing old table as old_rows new table as new_rows
       for each statement execute function release_bookings_of_nodes(%L)', kind || 's', kind);
  end loop;
end
$$;

-- A desk that is assigned to somebody else is theirs from tomorrow on: what was booked automatically falls, of others at the desk
-- and of the assignee elsewhere in the building, and the next night books anew (domain §4). What people chose themselves stays.
create function release_bookings_of_assignments() returns trigger
language plpgsql as $$
declare
  released record;
begin
  if not exists (
    select
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    where n.assigned_user_id is not null and n.assigned_user_id is distinct from o.assigned_user_id
  ) then
    return null;
  end if;
  for released in
    select b.org_id, array_agg(distinct b.id) as ids
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    join nodes d on d.org_id = n.org_id and d.id = n.id and d.type = 'place'
    cross join lateral (
      select b.org_id, b.id
      from bookings b
      where b.org_id = n.org_id and b.place_id = n.id and b.user_id <> n.assigned_user_id and b.status = 'booked'
        and b.changed_by = 'auto-booking' and b.day > (now() at time zone d.time_zone)::date
      union all
      select b.org_id, b.id
      from bookings b
      where b.org_id = n.org_id and b.user_id = n.assigned_user_id and b.location_id = d.location_id
        and b.place_id is distinct from n.id and b.status = 'booked' and b.changed_by = 'auto-booking'
        and b.day > (now() at time zone d.time_zone)::date
      offset 0
    ) b
    where n.assigned_user_id is distinct from o.assigned_user_id
    group by b.org_id
  loop
    perform cancel_for_directory(released.org_id, released.ids, 'assigned desk');
  end loop;
  return null;
end
$$;
create trigger release_bookings_of_assignments after update on places
referencing old table as old_rows new table as new_rows
for each statement execute function release_bookings_of_assignments();

-- Days ahead that follow the week plan without naming a building follow the user to a new primary location.
create function move_days_of_users() returns trigger
language plpgsql as $$
declare
  command uuid := gen_random_uuid();
begin
  if not exists (
    select
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    where n.primary_location_id is distinct from o.primary_location_id
  ) then
    return null;
  end if;
  update day_plans d
  set location_id = n.primary_location_id, updated_at = now(), changed_by = 'directory', changed_by_user_id = null,
    reason = 'primary location', command_id = command
  from new_rows n
  join old_rows o on o.org_id = n.org_id and o.id = n.id
  join user_calendars c on c.org_id = n.org_id and c.user_id = n.id
  join week_plans w on w.org_id = n.org_id and w.user_id = n.id and w.location_id is null
  where n.primary_location_id is distinct from o.primary_location_id
    and d.org_id = n.org_id and d.user_id = n.id and d.day > c.today and d.origin = 'week-plan' and d.plan = 'o'
    and w.weekday = extract(isodow from d.day) and d.location_id is distinct from n.primary_location_id;
  return null;
end
$$;
create trigger move_days_after_update after update on users referencing old table as old_rows new table as new_rows
for each statement execute function move_days_of_users();

-- The capacity of a neighborhood cannot fall below what is booked of it, today or later, and a zone that has bookings goes on
-- being booked the way they were made. Bookings hold the row of the zone while they are counted, so none can slip past.
create function check_zone_bookings() returns trigger
language plpgsql as $$
declare
  broken record;
begin
  select n.id, case when n.kind <> o.kind then 'zones_kind_in_use' else 'zones_capacity_in_use' end as name
  into broken
  from new_rows n
  join old_rows o on o.org_id = n.org_id and o.id = n.id
  where (n.kind, n.capacity) is distinct from (o.kind, o.capacity)
    and exists (
      select
      from levels v
      join locations l on l.org_id = v.org_id and l.id = v.location_id
      join zone_days t on t.org_id = n.org_id and t.zone_id = n.id
      where v.org_id = n.org_id and v.id = n.level_id and t.day >= (now() at time zone l.time_zone)::date
        and t.taken > case when n.kind <> o.kind then 0 when n.kind = 'neighborhood' then n.capacity else t.taken end
    )
  limit 1;
  if found then
    raise exception 'Zone % has bookings that its new kind or capacity does not allow', broken.id
      using errcode = '23514', table = 'zones', constraint = broken.name;
  end if;
  return null;
end
$$;
create trigger check_bookings_after_update after update on zones referencing old table as old_rows new table as new_rows
for each statement execute function check_zone_bookings();

-- Time off that was refused waits as events do, and can be submitted again.
alter table quarantine drop constraint quarantine_kind_check;
alter table quarantine add check (kind in ('presence', 'occupancy', 'visitor', 'timeoff'));
