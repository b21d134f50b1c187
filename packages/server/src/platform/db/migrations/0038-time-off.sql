-- Time off adds up: a day stays off as long as one announcement that covers it stands (domain §5).

-- The kind of time off is health data: it is shown beyond the person and administrators of bookings only where this is on.
alter table organizations
  add show_time_off_types boolean not null default false;

-- Whether the announcement with this id was called off for the day, which may be before it came. Only of the same user.
create function is_called_off(org uuid, announcement text, of_user uuid, of_day date) returns boolean
language sql stable
begin atomic
select exists (
  select
  from time_off_events c
  where c.org_id = org and c.event_id = announcement and c.event_type = 'cancelled' and c.user_id = of_user
    and of_day between c.start_date and c.end_date
);
end;

-- Whether an announcement of the user covers the day and was not called off for it, in whichever order the two came.
create function is_announced_off(org uuid, of_user uuid, of_day date) returns boolean
language sql stable
begin atomic
select exists (
  select
  from time_off_events s
  where s.org_id = org and s.user_id = of_user and s.event_type = 'scheduled' and of_day between s.start_date and s.end_date
    and not is_called_off(org, s.event_id, of_user, of_day)
);
end;

-- Days off have no parking (domain §5). Its booking falls by the command that takes the day off, as that of the desk does.
create function release_parking_of_days_off() returns trigger
language plpgsql as $$
begin
  if not exists (select from new_rows where origin = 'time-off') then
    return null;
  end if;
  execute $query$
    update parking_bookings b
    set status = 'cancelled', updated_at = clock_timestamp(), changed_by = d.changed_by, changed_by_user_id = d.changed_by_user_id
    from new_rows d
    cross join lateral (
      select p.id
      from parking_bookings p
      where p.org_id = d.org_id and p.user_id = d.user_id and p.day = d.day and p.status = 'booked'
      offset 0
    ) p
    where d.origin = 'time-off' and b.org_id = d.org_id and b.id = p.id
  $query$;
  return null;
end
$$;
create trigger release_parking_after_insert after insert on day_plans referencing new table as new_rows
for each statement execute function release_parking_of_days_off();
create trigger release_parking_after_update after update on day_plans referencing new table as new_rows
for each statement execute function release_parking_of_days_off();

-- As in 0026, and not on a day off: time off that is announced meanwhile waits for the row of the user.
create or replace function check_parking_bookings(changed parking_bookings[]) returns void
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
  left join lateral (
    select d.origin from day_plans d where d.org_id = b.org_id and d.user_id = b.user_id and d.day = b.day offset 0
  ) d on true
  cross join lateral (
    select case
      when b.changed_by = 'user' and b.day < l.today then 'parking_bookings_not_past'
      when b.status <> 'booked' then null
      when p.location_id <> b.location_id then 'parking_bookings_node_path'
      when b.day >= l.today and u.status = 'inactive' then 'parking_bookings_user_active'
      when b.changed_by = 'user' and b.day > l.today + l.booking_window_days then 'parking_bookings_window'
      when b.changed_by = 'administrator' and b.day > l.today + l.administrator_window_days then 'parking_bookings_window'
      when b.day >= l.today and 'inactive' in (p.status, l.status) then 'parking_bookings_node_active'
      when d.origin = 'time-off' then 'parking_bookings_time_off'
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
