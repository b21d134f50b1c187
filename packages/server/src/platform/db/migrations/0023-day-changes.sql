-- Whoever changes what a day is made of says so in the same transaction: one row for each statement and day. Only ever inserted,
-- without keys that could meet, so nobody waits for anybody because of it. Presence that comes in is told by the statement that
-- stores it (ingest/event-store.ts); everything else by the triggers here.

create index day_changes_unpublished on day_changes (org_id, topic, day) where changes > published;

-- What is there already counts as changed once.
insert into day_changes (org_id, topic, day, reason, changes, changed_at)
select org_id, topic, day, reason, 1, now()
from (
  select org_id, 'plans' as topic, day, 'corrected' as reason from day_plans
  union
  select org_id, 'plans', day, 'corrected' from bookings where status = 'booked'
  union
  select org_id, 'presence', local_day, 'lateEvents' from presence_events
  union
  select org_id, 'events', day, 'corrected' from workplace_event_days
) known;

-- The rows that a statement changed, as a query, of triggers that see `new_rows`, `old_rows` or both; `shown` is the query of what
-- shows of the rows of %s. By `except`, so that rows which are written as they were change nothing.
create function changed_rows(operation text, shown text) returns text
language sql immutable
return case operation
  when 'INSERT' then format(shown, 'new_rows')
  when 'DELETE' then format(shown, 'old_rows')
  else format('(%1$s except %2$s) union all (%2$s except %1$s)', format(shown, 'new_rows'), format(shown, 'old_rows'))
end;

-- The statements of these triggers are planned each time: a plan that suits one row does not suit 50,000, and the other way round.
-- 50,000 new plans take 9 ms more of 2.6 s, 50,000 changed ones 65 ms, one plan or booking 0.1 ms; 50,000 desks that are written as
-- they were 50 ms of 0.8 s; a name that is shown on 690 days 5 ms.

-- Of rows with a day of their own. Arguments: the topic, the column of the day, the columns that show, of which rows.
create function tick_days() returns trigger
language plpgsql as $$
begin
  execute format(
    'insert into day_change_ticks (org_id, topic, day, reason)
     select distinct org_id, %L, day, ''corrected''
     from (%s) changed',
    tg_argv[0],
    changed_rows(tg_op, format('select org_id, %s as day, %s from %%s where %s', tg_argv[1], tg_argv[2], tg_argv[3])));
  return null;
end
$$;

-- The day of a workplace event is that of its start, in the time zone of its location.
create function tick_workplace_events() returns trigger
language plpgsql as $$
begin
  execute format(
    'insert into day_change_ticks (org_id, topic, day, reason)
     select distinct e.org_id, ''events'', (e.starts_at at time zone l.time_zone)::date, ''corrected''
     from (%s) e
     join locations l on l.org_id = e.org_id and l.id = e.location_id',
    changed_rows(tg_op, 'select * from %s'));
  return null;
end
$$;

create function tick_event_invitations() returns trigger
language plpgsql as $$
begin
  execute format(
    'insert into day_change_ticks (org_id, topic, day, reason)
     select distinct e.org_id, ''events'', e.day, ''corrected''
     from (select distinct org_id, event_id from (%s) changed) i
     join workplace_event_days e on e.org_id = i.org_id and e.id = i.event_id',
    changed_rows(tg_op, 'select * from %s'));
  return null;
end
$$;

do $$
declare
  ticked record;
begin
  for ticked in
    select
      t.table_name, t.call, o.operation,
      case o.operation
        when 'insert' then 'new table as new_rows'
        when 'delete' then 'old table as old_rows'
        else 'old table as old_rows new table as new_rows'
      end as rows
    from (
      values
        ('day_plans', $call$tick_days('plans', 'day', 'user_id, plan, location_id, updated_at', 'true')$call$),
        -- Bookings that are not live show nowhere.
        ('bookings', $call$tick_days(
          'plans', 'day', 'id, location_id, zone_id, place_id, updated_at', 'status = ''booked''')$call$),
        ('presence_events', $call$tick_days(
          'presence', 'local_day',
          'utc_day, source_no, event_id, occurred_at, received_at, user_id, location_id, node_type, node_id, source_user_id',
          'true')$call$),
        ('workplace_events', 'tick_workplace_events()'),
        ('event_invitations', 'tick_event_invitations()')
    ) t (table_name, call)
    cross join (values ('insert'), ('update'), ('delete')) o (operation)
    -- Presence that is stored is changed by corrections alone; a trigger on inserts would cost each call.
    where (t.table_name, o.operation) <> ('presence_events', 'insert')
  loop
    execute format(
      'create trigger tick_after_%1$s after %1$s on %2$I referencing %3$s for each statement execute function %4$s',
      ticked.operation, ticked.table_name, ticked.rows, ticked.call);
  end loop;
end
$$;

-- Says that the directory changed what is shown of all days in the range that have anything to show and may be over. `since` leaves
-- out days of which nothing was stored from then on: what concerns a user alone concerns no day older than that in this sense.
--
-- Days that are known, not those that are published: one that a refresh is publishing right now, from before this change, has to
-- be published once more.
create function tick_directory(
  org uuid, first_day date default '-infinity', last_day date default 'infinity', since timestamptz default '-infinity'
) returns void
language sql
begin atomic
insert into day_change_ticks (org_id, topic, day, reason)
select org, 'directory', known.day, 'corrected'
from (
  select c.day
  from day_changes c
  where c.org_id = org and c.topic in ('plans', 'presence') and c.changed_at >= since
    and c.day between first_day and least(last_day, (now() at time zone 'UTC')::date + 1)
  union
  select t.day
  from day_change_ticks t
  where t.org_id = org and t.topic in ('plans', 'presence') and t.changed_at >= since
    and t.day between first_day and least(last_day, (now() at time zone 'UTC')::date + 1)
) known;
end;

-- Names, and what decides which names belong together: the columns are the argument. Rows that are new show nowhere yet.
create function tick_names() returns trigger
language plpgsql as $$
declare
  changed uuid;
begin
  for changed in execute format(
    'select distinct org_id from (select org_id, id, %1$s from new_rows except select org_id, id, %1$s from old_rows) n', tg_argv[0])
  loop
    perform tick_directory(changed);
  end loop;
  return null;
end
$$;
do $$
declare
  shown record;
begin
  for shown in
    select *
    from (
      values
        ('locations', 'name'),
        ('levels', 'name, location_id'),
        ('zones', 'name, level_id'),
        ('places', 'name, zone_id'),
        ('spaces', 'name, level_id'),
        ('groups', 'name')
    ) s (table_name, columns)
  loop
    execute format(
      'create trigger tick_after_update after update on %I referencing old table as old_rows new table as new_rows
       for each statement execute function tick_names(%L)', shown.table_name, shown.columns);
  end loop;
end
$$;

-- A user's name shows on no day older than the user in our books.
create function tick_users() returns trigger
language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select org_id, min(created_at) as since
    from (
      select org_id, id, created_at, user_name from new_rows
      except
      select org_id, id, created_at, user_name from old_rows
    ) n
    group by org_id
  loop
    perform tick_directory(changed.org_id, since => changed.since);
  end loop;
  return null;
end
$$;
create trigger tick_after_update after update on users referencing old table as old_rows new table as new_rows
for each statement execute function tick_users();

-- Who was planned in a location and not seen there is a no-show on days on which it reports presence, and unconfirmed on others
-- (domain §1, §7): the days between the old limits and the new ones change.
create function tick_first_presence() returns trigger
language plpgsql as $$
declare
  moved record;
begin
  for moved in execute
    case tg_op
      when 'INSERT' then 'select n.org_id, n.location_id, n.first_day as a, ''infinity''::date as b from new_rows n'
      else
        'select n.org_id, n.location_id, n.first_day as a, o.first_day as b
         from new_rows n
         join old_rows o on o.org_id = n.org_id and o.location_id = n.location_id
         where n.first_day <> o.first_day'
    end
  loop
    if exists (
      select from locations l where l.org_id = moved.org_id and l.id = moved.location_id and l.presence_from is null
    ) then
      perform tick_directory(moved.org_id, least(moved.a, moved.b), greatest(moved.a, moved.b) - 1);
    end if;
  end loop;
  return null;
end
$$;
create trigger tick_after_insert after insert on location_presence referencing new table as new_rows
for each statement execute function tick_first_presence();
create trigger tick_after_update after update on location_presence referencing old table as old_rows new table as new_rows
for each statement execute function tick_first_presence();

create function tick_presence_limits() returns trigger
language plpgsql as $$
declare
  moved record;
begin
  for moved in
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
  loop
    perform tick_directory(moved.org_id, moved.first_day, moved.last_day);
  end loop;
  return null;
end
$$;
create trigger tick_presence_limits_after_update after update on locations
referencing old table as old_rows new table as new_rows
for each statement execute function tick_presence_limits();

-- Presence that a corrected time zone moves to other days is told by the trigger on presence. Where today is an earlier day in the
-- new zone, days were published that are not over: they are published again when they are.
create function reopen_days_of_time_zone() returns trigger
language plpgsql as $$
begin
  if tg_table_name = 'locations' then
    update published_locations p
    set published_through = (now() at time zone n.time_zone)::date - 1
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    where n.time_zone <> o.time_zone and p.org_id = n.org_id and p.location_id = n.id
      and p.published_through >= (now() at time zone n.time_zone)::date;
  else
    update published_locations p
    set published_through = (now() at time zone n.time_zone)::date - 1
    from new_rows n
    join old_rows o on o.id = n.id
    where n.time_zone <> o.time_zone and p.org_id = n.id and p.location_id = '00000000-0000-0000-0000-000000000000'
      and p.published_through >= (now() at time zone n.time_zone)::date;
  end if;
  return null;
end
$$;
create trigger reopen_days_after_update after update on locations referencing old table as old_rows new table as new_rows
for each statement execute function reopen_days_of_time_zone();
create trigger reopen_days_after_update after update on organizations referencing old table as old_rows new table as new_rows
for each statement execute function reopen_days_of_time_zone();
