-- What the database itself guarantees of bookings (domain §4), whoever writes them and however many at once.
--
-- The rules are triggers per statement that see all changed rows as arrays. A session keeps the plan of each statement below,
-- whether it was made for one row or for 10,000, so the functions allow only plans that suit both: one look-up by a key per
-- row. 10,000 new bookings at once take 0.75 s, rules, counters and log included; one alone 0.4 ms.

-- The counter is brought up to date by adding changes, and what is added may be below zero; count_bookings checks the sum.
alter table zone_days drop constraint zone_days_taken_check;

-- Without the bookings of no desk, so that nothing mistakes it for an index on days.
drop index bookings_one_per_place_and_day;
create unique index bookings_one_per_place_and_day on bookings (org_id, place_id, day)
where status = 'booked' and place_id is not null;

-- The local today of each user and the last day for which week plans become day plans: those of the primary location, else
-- of the organisation and 14 days.
create view user_calendars as
select u.org_id, u.id as user_id, t.today, t.today + coalesce(l.booking_horizon_days, 14) as horizon_end
from users u
join organizations o on o.id = u.org_id
left join locations l on l.org_id = u.org_id and l.id = u.primary_location_id
cross join lateral (select (now() at time zone coalesce(l.time_zone, o.time_zone))::date as today) t;

-- A booking before and after a statement; null where there was or is none.
create type booking_change as (before bookings, after bookings);

create function booking_is_live(booking bookings) returns boolean
language sql immutable
return booking.status is not distinct from 'booked';

-- Whether the rows stand for different live bookings.
create function booking_has_changed(change booking_change) returns boolean
language sql immutable
return booking_is_live((change).before) <> booking_is_live((change).after)
  or booking_is_live((change).after)
    and ((change).before.location_id, (change).before.zone_id, (change).before.place_id)
      is distinct from ((change).after.location_id, (change).after.zone_id, (change).after.place_id);

-- Makes changes of nodes, users and plans wait until the bookings that rely on them are committed, and the other way round.
-- In the order in which the directory import writes these tables; rows of one table in the order of their keys.
create function lock_for_bookings(booked bookings[], upcoming bookings[]) returns void
language plpgsql
set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  perform
  from (select distinct b.org_id, b.location_id from unnest(upcoming) b order by 1, 2) b
  cross join lateral (
    select from locations l where l.org_id = b.org_id and l.id = b.location_id for share
  ) l;
  perform
  from (
    select distinct b.org_id, z.level_id
    from unnest(upcoming) b
    cross join lateral (select z.level_id from zones z where z.org_id = b.org_id and z.id = b.zone_id offset 0) z
    order by 1, 2
  ) b
  cross join lateral (select from levels v where v.org_id = b.org_id and v.id = b.level_id for share) v;
  perform
  from (select distinct b.org_id, b.zone_id from unnest(upcoming) b where b.zone_id is not null order by 1, 2) b
  cross join lateral (select from zones z where z.org_id = b.org_id and z.id = b.zone_id for share) z;
  perform
  from (select distinct b.org_id, b.user_id from unnest(upcoming) b order by 1, 2) b
  cross join lateral (select from users u where u.org_id = b.org_id and u.id = b.user_id for share) u;
  perform
  from (select distinct b.org_id, b.place_id from unnest(upcoming) b where b.place_id is not null order by 1, 2) b
  cross join lateral (select from places p where p.org_id = b.org_id and p.id = b.place_id for share) p;
  perform
  from (select distinct b.org_id, b.user_id, b.day from unnest(booked) b order by 1, 2, 3) b
  cross join lateral (
    select from day_plans d where d.org_id = b.org_id and d.user_id = b.user_id and d.day = b.day for share
  ) d;
end
$$;

-- Refuses bookings that became live, or moved, against a rule; the constraint names which (db/constraints.ts).
create function check_bookings(changes booking_change[]) returns void
language plpgsql
set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  booked bookings[];
  upcoming bookings[];
  broken record;
begin
  select array_agg(c.after)
  into booked
  from unnest(changes) c
  where booking_is_live(c.after) and booking_has_changed(c);
  if booked is null then
    return;
  end if;
  select array_agg(b)
  into upcoming
  from unnest(booked) b
  cross join lateral (
    select (now() at time zone l.time_zone)::date as today
    from locations l
    where l.org_id = b.org_id and l.id = b.location_id
    offset 0
  ) l
  where b.day >= l.today;
  perform lock_for_bookings(booked, upcoming);

  -- Reads what is committed now that the locks are held: each statement of a function has a snapshot of its own.
  select b.id, b.user_id, b.day, rule.name
  into broken
  from unnest(booked) b
  cross join lateral (
    select l.status, l.booking_window_days, l.administrator_window_days, (now() at time zone l.time_zone)::date as today
    from locations l
    where l.org_id = b.org_id and l.id = b.location_id
    offset 0
  ) l
  left join lateral (
    select p.zone_id, p.status, p.assigned_user_id from places p where p.org_id = b.org_id and p.id = b.place_id offset 0
  ) p on true
  left join lateral (
    select z.level_id, z.status from zones z where z.org_id = b.org_id and z.id = b.zone_id offset 0
  ) z on true
  left join lateral (
    select v.location_id, v.status from levels v where v.org_id = b.org_id and v.id = z.level_id offset 0
  ) v on true
  left join lateral (select u.status from users u where u.org_id = b.org_id and u.id = b.user_id offset 0) u on true
  left join lateral (
    select d.plan, d.origin from day_plans d where d.org_id = b.org_id and d.user_id = b.user_id and d.day = b.day offset 0
  ) d on true
  cross join lateral (
    select case
      when b.place_id is not null and p.zone_id is distinct from b.zone_id then 'bookings_node_path'
      when b.zone_id is not null and v.location_id is distinct from b.location_id then 'bookings_node_path'
      when b.day >= l.today and u.status = 'inactive' then 'bookings_user_active'
      when b.changed_by = 'user' and b.day < l.today then 'bookings_not_past'
      when b.changed_by = 'user' and b.day > l.today + l.booking_window_days then 'bookings_window'
      when b.changed_by = 'administrator' and b.day > l.today + l.administrator_window_days then 'bookings_window'
      when b.day >= l.today and 'inactive' in (p.status, z.status, v.status, l.status) then 'bookings_node_active'
      when d.plan is distinct from 'o' and d.origin = 'time-off' then 'bookings_time_off'
      when d.plan is distinct from 'o' then 'bookings_office_day'
      when p.assigned_user_id <> b.user_id and b.changed_by <> 'directory' and b.day >= l.today
        and not is_released(b.org_id, p.assigned_user_id, b.location_id, b.day) then 'bookings_desk_assigned'
    end as name
  ) rule
  where rule.name is not null
  limit 1;
  if found then
    raise exception 'Booking % of user % on % is not allowed', broken.id, broken.user_id, broken.day
      using errcode = '23514', table = 'bookings', constraint = broken.name;
  end if;
end
$$;

-- Whether others may book the desk assigned to the user, in the location, on the day: that of a leaver, and with auto-release that
-- of somebody who is not in there, by booking, day plan, or what the week plan says.
create function is_released(org uuid, assignee uuid, desk_location uuid, on_day date) returns boolean
language sql stable
begin atomic
  select u.status = 'inactive' or o.auto_release and not coalesce(
    (
      select d.plan = 'o' and coalesce(b.location_id, d.location_id, u.primary_location_id, desk_location) = desk_location
      from day_plans d
      left join bookings b on b.org_id = org and b.user_id = assignee and b.day = on_day and b.status = 'booked'
      where d.org_id = org and d.user_id = assignee and d.day = on_day
    ),
    (
      select w.plan = 'o' and coalesce(w.location_id, u.primary_location_id, desk_location) = desk_location
      from week_plans w
      where w.org_id = org and w.user_id = assignee and w.weekday = extract(isodow from on_day)
    ),
    false
  )
  from organizations o
  join users u on u.org_id = o.id and u.id = assignee
  where o.id = org;
end;

-- Keeps the number of live bookings per zone and day, and with it the capacity of neighborhoods: whoever adds a booking holds
-- the row of the zone and day until the commit. Rows are taken in the order of their keys.
create function count_bookings(changes booking_change[]) returns void
language plpgsql
set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- In `taken` by how much it changes.
  changed zone_days[];
  full_zone record;
begin
  select array_agg(row(c.org_id, c.zone_id, c.day, c.added)::zone_days order by c.org_id, c.zone_id, c.day)
  into changed
  from (
    select b.org_id, b.zone_id, b.day, sum(b.added) as added
    from unnest(changes) c
    cross join lateral (
      values
        ((c.before).org_id, (c.before).zone_id, (c.before).day, -1, booking_is_live(c.before)),
        ((c.after).org_id, (c.after).zone_id, (c.after).day, 1, booking_is_live(c.after))
    ) b (org_id, zone_id, day, added, is_live)
    where b.is_live and b.zone_id is not null
    group by b.org_id, b.zone_id, b.day
    having sum(b.added) <> 0
  ) c;
  if changed is null then
    return;
  end if;
  insert into zone_days as z (org_id, zone_id, day, taken)
  select c.org_id, c.zone_id, c.day, c.taken
  from unnest(changed) c
  on conflict (org_id, zone_id, day) do update
  set taken = z.taken + excluded.taken;

  select t.taken, c.zone_id, c.day
  into full_zone
  from unnest(changed) c
  cross join lateral (
    select t.taken from zone_days t where t.org_id = c.org_id and t.zone_id = c.zone_id and t.day = c.day offset 0
  ) t
  cross join lateral (
    select z.kind, z.capacity from zones z where z.org_id = c.org_id and z.id = c.zone_id offset 0
  ) z
  where t.taken < 0 or c.taken > 0 and z.kind = 'neighborhood' and t.taken > z.capacity
  limit 1;
  if full_zone.taken < 0 then
    raise exception 'Zone % has fewer than no bookings on %', full_zone.zone_id, full_zone.day;
  elsif full_zone.taken is not null then
    raise exception 'Zone % is full on %', full_zone.zone_id, full_zone.day
      using errcode = '23514', table = 'bookings', constraint = 'bookings_zone_capacity';
  end if;
end
$$;

create function apply_booking_rules() returns trigger
language plpgsql
set enable_nestloop = off set enable_hashjoin = on set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  changes booking_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(null, n)::booking_change) into changes from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(row(o, null)::booking_change) into changes from old_rows o;
  else
    select array_agg(row(o, n)::booking_change)
    into changes
    from old_rows o
    join new_rows n on n.org_id = o.org_id and n.id = o.id and n.user_id = o.user_id and n.day = o.day;
    if coalesce(cardinality(changes), 0) <> (select count(*) from new_rows) then
      raise exception 'A booking keeps its id, its user and its day';
    end if;
  end if;
  if changes is not null then
    perform check_bookings(changes);
    perform count_bookings(changes);
  end if;
  return null;
end
$$;
create trigger apply_rules_after_insert after insert on bookings referencing new table as new_rows
for each statement execute function apply_booking_rules();
create trigger apply_rules_after_update after update on bookings referencing old table as old_rows new table as new_rows
for each statement execute function apply_booking_rules();
create trigger apply_rules_after_delete after delete on bookings referencing old table as old_rows
for each statement execute function apply_booking_rules();

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
