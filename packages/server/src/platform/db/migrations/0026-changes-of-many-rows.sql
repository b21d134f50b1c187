-- A change of many rows takes no longer per row than that of one, whatever the session did before.
--
-- A session keeps the plan of a statement in a function from its first calls, which change one row as a rule: each new row compared
-- with each old one, and small tables read from end to end. That was kept for 10,000 rows as well: users who move took 30 s. Nothing
-- makes the session think again, as transition tables have no statistics that could be renewed. So
-- * old and new rows meet in ways that have no nested loop: `except`, or `full join`, which loses nothing as each row has both;
--   only a condition on the joined rows would turn it back into an inner one, so such conditions are filters of aggregates;
-- * what such rows lead to is planned anew each time, by `execute`, where the plan is for the rows at hand; or has the settings of
--   0013, which leave look-ups by a key alone, where single rows are changed all the time and nothing is written that would inherit
--   them: foreign keys are checked, and triggers run, with the settings of the function that writes;
-- * look-ups are laterals with `offset 0`, so that stale statistics cannot turn them round.
--
-- Functions of 0013 and 0014 allow hash joins alone between old and new rows, and those of 0023 that use changed_rows compare by
-- `except` in statements that are planned each time; they stay as they are.

-- Reads users one by one, by their key also where there were few of them when the session began.
alter function pin_location_of_day() set enable_seqscan = off;

-- The live bookings that fall with these days, one row for each command, of which most statements have one. Where the days are gone,
-- all of theirs; else those on days that are no office days any more, and those in another building.
create function bookings_that_fall(days day_plans[], are_gone boolean)
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

-- Cancels by the directory, as one command.
create or replace function cancel_for_directory(org uuid, ids uuid[], because text) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  command uuid := gen_random_uuid();
  amount integer;
begin
  execute $query$
    update bookings
    set status = 'cancelled', updated_at = now(), changed_by = 'directory', changed_by_user_id = null, reason = $3,
      command_id = $4
    where org_id = $1 and id = any ($2) and status <> 'cancelled'
  $query$
  using org, ids, because, command;
  get diagnostics amount = row_count;
  perform add_released_bookings(amount);
end
$$;

create or replace function release_bookings_of_leavers() returns trigger
language plpgsql as $$
declare
  orgs uuid[];
  leavers uuid[];
  released record;
  command uuid := gen_random_uuid();
begin
  if not exists (select from new_rows where status = 'inactive') then
    return null;
  end if;
  select array_agg(n.org_id), array_agg(n.id)
  into orgs, leavers
  from (
    select org_id, id from new_rows where status = 'inactive'
    except
    select org_id, id from old_rows where status = 'inactive'
  ) n;
  if leavers is null then
    return null;
  end if;
  -- Signed first, so that the log says who removed them.
  execute $query$
    update day_plans d
    set changed_by = 'directory', changed_by_user_id = null, reason = 'directory', command_id = $3
    from unnest($1, $2) n (org_id, id)
    cross join lateral (
      select c.today from user_calendars c where c.org_id = n.org_id and c.user_id = n.id offset 0
    ) c
    where d.org_id = n.org_id and d.user_id = n.id and d.day > c.today
  $query$
  using orgs, leavers, command;
  execute $query$
    delete from day_plans d
    using unnest($1, $2) n (org_id, id)
    where d.org_id = n.org_id and d.user_id = n.id and d.command_id = $3
  $query$
  using orgs, leavers, command;
  -- What is left was booked without a plan, or where the day is another one.
  for released in execute $query$
    select b.org_id, array_agg(b.id) as ids
    from unnest($1, $2) n (org_id, id)
    cross join lateral (
      select b.org_id, b.id
      from bookings b
      join locations l on l.org_id = b.org_id and l.id = b.location_id
      where b.org_id = n.org_id and b.user_id = n.id and b.status = 'booked'
        and b.day > (now() at time zone l.time_zone)::date
      offset 0
    ) b
    group by b.org_id
  $query$
  using orgs, leavers
  loop
    perform cancel_for_directory(released.org_id, released.ids, 'directory');
  end loop;
  return null;
end
$$;

create or replace function release_bookings_of_nodes() returns trigger
language plpgsql as $$
declare
  released record;
begin
  if not exists (select from new_rows where status = 'inactive') then
    return null;
  end if;
  for released in execute $query$
    select b.org_id, array_agg(b.id) as ids
    from (
      select org_id, id from new_rows where status = 'inactive'
      except
      select org_id, id from old_rows where status = 'inactive'
    ) n
    cross join lateral (
      select d.type, d.location_id, d.time_zone
      from nodes d
      where d.org_id = n.org_id and d.id = n.id and d.type = $1
      offset 0
    ) d
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
  $query$
  using tg_argv[0]
  loop
    perform cancel_for_directory(released.org_id, released.ids, 'inactive');
  end loop;
  return null;
end
$$;

create or replace function release_bookings_of_assignments() returns trigger
language plpgsql as $$
declare
  released record;
begin
  if not exists (
    select org_id, id, assigned_user_id from new_rows where assigned_user_id is not null
    except
    select org_id, id, assigned_user_id from old_rows
  ) then
    return null;
  end if;
  for released in execute $query$
    select b.org_id, array_agg(distinct b.id) as ids
    from (
      select org_id, id, assigned_user_id from new_rows where assigned_user_id is not null
      except
      select org_id, id, assigned_user_id from old_rows
    ) n
    cross join lateral (
      select d.location_id, d.time_zone from nodes d where d.org_id = n.org_id and d.id = n.id and d.type = 'place' offset 0
    ) d
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
    group by b.org_id
  $query$
  loop
    perform cancel_for_directory(released.org_id, released.ids, 'assigned desk');
  end loop;
  return null;
end
$$;

create or replace function move_days_of_users() returns trigger
language plpgsql as $$
declare
  command uuid := gen_random_uuid();
begin
  if not exists (
    select org_id, id, primary_location_id from new_rows
    except
    select org_id, id, primary_location_id from old_rows
  ) then
    return null;
  end if;
  execute $query$
    update day_plans d
    set location_id = n.primary_location_id, updated_at = now(), changed_by = 'directory', changed_by_user_id = null,
      reason = 'primary location', command_id = $1
    from (
      select org_id, id, primary_location_id from new_rows
      except
      select org_id, id, primary_location_id from old_rows
    ) n
    cross join lateral (
      select c.today from user_calendars c where c.org_id = n.org_id and c.user_id = n.id offset 0
    ) c
    cross join lateral (
      select w.weekday
      from week_plans w
      where w.org_id = n.org_id and w.user_id = n.id and w.location_id is null
      offset 0
    ) w
    where d.org_id = n.org_id and d.user_id = n.id and d.day > c.today and d.origin = 'week-plan' and d.plan = 'o'
      and w.weekday = extract(isodow from d.day) and d.location_id is distinct from n.primary_location_id
  $query$
  using command;
  return null;
end
$$;

create or replace function check_zone_bookings() returns trigger
language plpgsql as $$
declare
  broken record;
begin
  if not exists (select org_id, id, kind, capacity from new_rows except select org_id, id, kind, capacity from old_rows) then
    return null;
  end if;
  execute $query$
    select z.id, case when z.kind <> z.old_kind then 'zones_kind_in_use' else 'zones_capacity_in_use' end as name
    from (
      select n.org_id, n.id, n.level_id, n.kind, n.capacity, o.kind as old_kind
      from new_rows n
      join old_rows o on o.org_id = n.org_id and o.id = n.id
      where (n.kind, n.capacity) is distinct from (o.kind, o.capacity)
      offset 0
    ) z
    cross join lateral (
      select
      from levels v
      join locations l on l.org_id = v.org_id and l.id = v.location_id
      join zone_days t on t.org_id = z.org_id and t.zone_id = z.id
      where v.org_id = z.org_id and v.id = z.level_id and t.day >= (now() at time zone l.time_zone)::date
        and t.taken > case when z.kind <> z.old_kind then 0 when z.kind = 'neighborhood' then z.capacity else t.taken end
      limit 1
    ) t
    limit 1
  $query$
  into broken;
  if broken.id is not null then
    raise exception 'Zone % has bookings that its new kind or capacity does not allow', broken.id
      using errcode = '23514', table = 'zones', constraint = broken.name;
  end if;
  return null;
end
$$;

create or replace function move_local_days() returns trigger
language plpgsql as $$
declare
  moved record;
  events text;
begin
  for moved in
    select n.org_id, n.id, n.time_zone
    from (select org_id, id, time_zone from new_rows except select org_id, id, time_zone from old_rows) n
    order by n.org_id, n.id
  loop
    foreach events in array array['presence_events', 'occupancy_events', 'visitor_events'] loop
      execute format(
        'update %I
         set local_day = (occurred_at at time zone $3)::date
         where org_id = $1 and location_id = $2 and local_day <> (occurred_at at time zone $3)::date', events)
      using moved.org_id, moved.id, moved.time_zone;
    end loop;
    insert into location_presence as p (org_id, location_id, first_day)
    select moved.org_id, moved.id, min(local_day)
    from presence_events
    where org_id = moved.org_id and location_id = moved.id
    having count(*) > 0
    on conflict (org_id, location_id) do update
    set first_day = excluded.first_day
    where p.first_day <> excluded.first_day;
  end loop;
  return null;
end
$$;

-- Refuses what breaks a rule of parking; the constraint names which (db/constraints.ts). That a bay and a user have one booking
-- a day is guarded by the unique indexes.
create function check_parking_bookings(changed parking_bookings[]) returns void
language plpgsql
set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  broken record;
begin
  -- Makes changes of bays, buildings and users wait until bookings that rely on them are committed, and the other way round.
  -- In the order in which the directory import writes these tables; rows of one table in the order of their keys.
  perform
  from (select distinct b.org_id, b.location_id from unnest(changed) b where b.status = 'booked' order by 1, 2) b
  cross join lateral (select from locations l where l.org_id = b.org_id and l.id = b.location_id for share) l;
  perform
  from (select distinct b.org_id, b.bay_id from unnest(changed) b where b.status = 'booked' order by 1, 2) b
  cross join lateral (select from parking_bays p where p.org_id = b.org_id and p.id = b.bay_id for share) p;
  perform
  from (select distinct b.org_id, b.user_id from unnest(changed) b where b.status = 'booked' order by 1, 2) b
  cross join lateral (select from users u where u.org_id = b.org_id and u.id = b.user_id for share) u;

  select b.id, b.user_id, b.day, rule.name
  into broken
  from unnest(changed) b
  cross join lateral (
    select l.status, l.booking_window_days, l.administrator_window_days, (now() at time zone l.time_zone)::date as today
    from locations l
    where l.org_id = b.org_id and l.id = b.location_id
    offset 0
  ) l
  cross join lateral (
    select p.location_id, p.status from parking_bays p where p.org_id = b.org_id and p.id = b.bay_id offset 0
  ) p
  cross join lateral (select u.status from users u where u.org_id = b.org_id and u.id = b.user_id offset 0) u
  cross join lateral (
    select case
      when b.changed_by = 'user' and b.day < l.today then 'parking_bookings_not_past'
      when b.status <> 'booked' then null
      when p.location_id <> b.location_id then 'parking_bookings_node_path'
      when b.day >= l.today and u.status = 'inactive' then 'parking_bookings_user_active'
      when b.changed_by = 'user' and b.day > l.today + l.booking_window_days then 'parking_bookings_window'
      when b.changed_by = 'administrator' and b.day > l.today + l.administrator_window_days then 'parking_bookings_window'
      when b.day >= l.today and 'inactive' in (p.status, l.status) then 'parking_bookings_node_active'
    end as name
  ) rule
  where rule.name is not null
  limit 1;
  if found then
    raise exception 'Parking booking % of user % on % is not allowed', broken.id, broken.user_id, broken.day
      using errcode = '23514', table = 'parking_bookings', constraint = broken.name;
  end if;
end
$$;

create or replace function apply_parking_rules() returns trigger
language plpgsql as $$
declare
  changed parking_bookings[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n::parking_bookings) into changed from new_rows n where n.status = 'booked';
  else
    select array_agg(n::parking_bookings) filter (
      where (o.status, o.bay_id, o.location_id, o.user_id, o.day)
        is distinct from (n.status, n.bay_id, n.location_id, n.user_id, n.day)
    )
    into changed
    from new_rows n
    full join old_rows o on o.org_id = n.org_id and o.id = n.id;
  end if;
  if changed is not null then
    perform check_parking_bookings(changed);
  end if;
  return null;
end
$$;

create or replace function release_parking() returns trigger
language plpgsql as $$
declare
  released record;
begin
  if not exists (select from new_rows where status = 'inactive') then
    return null;
  end if;
  for released in execute format(
    'select b.org_id, array_agg(b.id) as ids
     from (
       select org_id, id from new_rows where status = ''inactive''
       except
       select org_id, id from old_rows where status = ''inactive''
     ) n
     cross join lateral (
       select b.org_id, b.id
       from parking_bookings b
       join locations l on l.org_id = b.org_id and l.id = b.location_id
       where b.org_id = n.org_id and b.%I = n.id and b.status = ''booked'' and b.day > (now() at time zone l.time_zone)::date
       offset 0
     ) b
     group by b.org_id', tg_argv[0])
  loop
    execute $query$
      update parking_bookings
      set status = 'cancelled', updated_at = now(), changed_by = 'directory', changed_by_user_id = null
      where org_id = $1 and id = any ($2) and status = 'booked'
    $query$
    using released.org_id, released.ids;
  end loop;
  return null;
end
$$;

create or replace function notify_live_bookings() returns trigger
language plpgsql as $$
declare
  changes booking_change[];
begin
  if not exists (select from live_watches where watched_until > clock_timestamp()) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select array_agg(row(null, n)::booking_change) into changes from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(row(o, null)::booking_change) into changes from old_rows o;
  else
    select array_agg(row(o, n)::booking_change)
    into changes
    from old_rows o
    full join new_rows n on n.org_id = o.org_id and n.id = o.id;
  end if;
  execute $query$
    select pg_notify('rollcall_live', json_build_object(
      'orgId', page.org_id, 'locationId', page.location_id, 'events', page.events)::text)
    from (
      select e.org_id, e.location_id, json_agg(json_build_object(
          'type', 'booking', 'userId', e.user_id, 'isHidden', e.is_hidden, 'day', e.day, 'status', e.status,
          'zoneId', e.zone_id, 'placeId', e.place_id) order by e.position) as events
      from (
        select c.*, u.visibility = 'nobody' as is_hidden,
          row_number() over (partition by c.org_id, c.location_id order by c.user_id, c.day, c.status desc) as position
        from (
          -- What is booked now, and where somebody is booked no longer: after a move within the location that is told already.
          select (x.after).org_id, (x.after).location_id, (x.after).user_id, (x.after).day, 'booked' as status,
            (x.after).zone_id, (x.after).place_id
          from unnest($1) x
          where booking_has_changed(x) and booking_is_live(x.after)
          union all
          select (x.before).org_id, (x.before).location_id, (x.before).user_id, (x.before).day, 'cancelled',
            (x.before).zone_id, (x.before).place_id
          from unnest($1) x
          where booking_has_changed(x) and booking_is_live(x.before)
            and not (booking_is_live(x.after) and (x.after).location_id = (x.before).location_id)
        ) c
        cross join lateral (
          select
          from live_watches w
          where w.org_id = c.org_id and w.location_id = c.location_id and w.watched_until > clock_timestamp()
          offset 0
        ) w
        cross join lateral (
          select u.visibility from users u where u.org_id = c.org_id and u.id = c.user_id offset 0
        ) u
      ) e
      group by e.org_id, e.location_id, (e.position - 1) / 30
      order by min(e.position)
    ) page
  $query$
  using changes;
  return null;
end
$$;

create or replace function record_user_moves() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  moves user_moves[];
  -- What somebody has for the first time, or again after having had none.
  gained user_moves[];
  changed record;
begin
  execute $query$
    select
      array_agg(row(
        n.org_id, n.id, t.today,
        coalesce(o.primary_location_id, n.primary_location_id), coalesce(o.primary_group_id, n.primary_group_id)
      )::user_moves) filter (
        where o.primary_location_id is distinct from n.primary_location_id and o.primary_location_id is not null
          or o.primary_group_id is distinct from n.primary_group_id and o.primary_group_id is not null
      ),
      array_agg(row(n.org_id, n.id, t.today, n.primary_location_id, n.primary_group_id)::user_moves) filter (
        where o.primary_location_id is null and n.primary_location_id is not null
          or o.primary_group_id is null and n.primary_group_id is not null
      )
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    join organizations z on z.id = n.org_id
    left join locations l on l.org_id = o.org_id and l.id = o.primary_location_id
    cross join lateral (select (now() at time zone coalesce(l.time_zone, z.time_zone))::date as today) t
    where (n.primary_location_id, n.primary_group_id) is distinct from (o.primary_location_id, o.primary_group_id)
  $query$
  into moves, gained;

  if moves is not null then
    -- Never before an earlier move: it may have been tomorrow already where the user came from. All are looked up before the first
    -- is written: a table that grows while it is read would be read from end to end for each.
    execute $query$
      select array_agg(row(
        m.org_id, m.user_id, greatest(m.before, latest.before), m.primary_location_id, m.primary_group_id
      )::user_moves)
      from unnest($1) m
      cross join lateral (
        select max(k.before) as before from user_moves k where k.org_id = m.org_id and k.user_id = m.user_id
      ) latest
    $query$
    into moves
    using moves;
    insert into user_moves (org_id, user_id, before, primary_location_id, primary_group_id)
    select m.org_id, m.user_id, m.before, m.primary_location_id, m.primary_group_id
    from unnest(moves) m
    on conflict do nothing;
    -- Today and yesterday are published already in the east.
    for changed in select m.org_id, min(m.before) as first_day from unnest(moves) m group by m.org_id loop
      perform tick_directory(changed.org_id, first_day => changed.first_day);
    end loop;
  end if;

  if gained is not null then
    execute $query$
      update user_moves m
      set primary_location_id = coalesce(m.primary_location_id, g.primary_location_id),
        primary_group_id = coalesce(m.primary_group_id, g.primary_group_id)
      from unnest($1) g
      where m.org_id = g.org_id and m.user_id = g.user_id
        and (m.primary_location_id is null and g.primary_location_id is not null
          or m.primary_group_id is null and g.primary_group_id is not null)
    $query$
    using gained;
    for changed in execute $query$
      select g.org_id, min(u.created_at) as since
      from unnest($1) g
      cross join lateral (
        select u.created_at from users u where u.org_id = g.org_id and u.id = g.user_id offset 0
      ) u
      group by g.org_id
    $query$
    using gained
    loop
      perform tick_directory(changed.org_id, since => changed.since);
    end loop;
  end if;
  return null;
end
$$;

create or replace function tick_first_presence() returns trigger
language plpgsql as $$
declare
  moved record;
begin
  for moved in execute format(
    'select n.org_id, n.a, n.b
     from (%s) n
     cross join lateral (
       select from locations l where l.org_id = n.org_id and l.id = n.location_id and l.presence_from is null offset 0
     ) l',
    case tg_op
      when 'INSERT' then 'select n.org_id, n.location_id, n.first_day as a, ''infinity''::date as b from new_rows n'
      else
        'select n.org_id, n.location_id, n.first_day as a, o.first_day as b
         from new_rows n
         join old_rows o on o.org_id = n.org_id and o.location_id = n.location_id
         where n.first_day <> o.first_day'
    end)
  loop
    perform tick_directory(moved.org_id, least(moved.a, moved.b), greatest(moved.a, moved.b) - 1);
  end loop;
  return null;
end
$$;

create or replace function tick_presence_limits() returns trigger
language plpgsql as $$
declare
  moved record;
begin
  if not exists (
    select org_id, id, presence_from, presence_until from new_rows
    except
    select org_id, id, presence_from, presence_until from old_rows
  ) then
    return null;
  end if;
  for moved in execute $query$
    select n.org_id, least(f.before, f.after) as first_day, greatest(f.before, f.after) - 1 as last_day
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    left join location_presence p on p.org_id = n.org_id and p.location_id = n.id
    cross join lateral (
      select coalesce(o.presence_from, p.first_day, 'infinity') as before, coalesce(n.presence_from, p.first_day, 'infinity') as after
    ) f
    where n.presence_from is distinct from o.presence_from and f.before <> f.after
    union all
    select n.org_id, least(f.before, f.after) + 1, greatest(f.before, f.after)
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    cross join lateral (
      select coalesce(o.presence_until, 'infinity') as before, coalesce(n.presence_until, 'infinity') as after
    ) f
    where n.presence_until is distinct from o.presence_until
  $query$
  loop
    perform tick_directory(moved.org_id, moved.first_day, moved.last_day);
  end loop;
  return null;
end
$$;

create or replace function reopen_days_of_time_zone() returns trigger
language plpgsql as $$
begin
  if tg_table_name = 'locations' then
    if not exists (select org_id, id, time_zone from new_rows except select org_id, id, time_zone from old_rows) then
      return null;
    end if;
    execute $query$
      update published_locations p
      set published_through = (now() at time zone n.time_zone)::date - 1
      from (select org_id, id, time_zone from new_rows except select org_id, id, time_zone from old_rows) n
      where p.org_id = n.org_id and p.location_id = n.id and p.published_through >= (now() at time zone n.time_zone)::date
    $query$;
  else
    if not exists (select id, time_zone from new_rows except select id, time_zone from old_rows) then
      return null;
    end if;
    execute $query$
      update published_locations p
      set published_through = (now() at time zone n.time_zone)::date - 1
      from (select id, time_zone from new_rows except select id, time_zone from old_rows) n
      where p.org_id = n.id and p.location_id = '00000000-0000-0000-0000-000000000000'
        and p.published_through >= (now() at time zone n.time_zone)::date
    $query$;
  end if;
  return null;
end
$$;
