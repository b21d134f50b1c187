-- Refuses parking bookings that break a rule. The constraint in the error names the rule (db/constraints.ts). Unique indexes ensure
-- that a bay and a user have one booking a day. A day off allows none; time off that is announced meanwhile waits for the user's row.
-- Locks the rows of locations, bays and users that the bookings rely on until the commit.
-- Shown by: parking/parking.test.ts, calendar/effects.test.ts
create or replace function check_parking_bookings(changed parking_bookings[]) returns void
language plpgsql
set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  broken record;
begin
  -- Makes changes of bays, buildings and users wait until bookings that rely on them are committed, and vice versa. Tables are
  -- locked in the order in which the directory import writes them, and rows of one table in the order of their keys.
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
    select l.status, l.bookable_on_closed_days, l.booking_window_days, l.administrator_window_days, local_day(now(), l.time_zone, l.day_start_hour) as today
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
      when b.day >= l.today and not l.bookable_on_closed_days
        and exists (select from closed_day(b.org_id, b.location_id, b.day) offset 0) then 'parking_bookings_closed_day'
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
