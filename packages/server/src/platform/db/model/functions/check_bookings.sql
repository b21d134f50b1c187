-- Refuses bookings that became live, or moved, against a rule. The constraint in the error names the rule (db/constraints.ts). A
-- user who now plans to be in another building is not booked automatically in the old one.
-- Locks the rows that the bookings rely on until the commit (lock_for_bookings). Costs one look-up by key per row and table.
-- Shown by: bookings/booking-rules.test.ts, calendar/effects.test.ts
create or replace function check_bookings(changes booking_change[]) returns void
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
    select local_day(now(), l.time_zone, l.day_start_hour) as today
    from locations l
    where l.org_id = b.org_id and l.id = b.location_id
    offset 0
  ) l
  where b.day >= l.today;
  perform lock_for_bookings(booked, upcoming);

  -- Reads what others committed before the locks were granted: each statement of the function has its own snapshot.
  select b.id, b.user_id, b.day, rule.name
  into broken
  from unnest(booked) b
  cross join lateral (
    select l.status, l.booking_window_days, l.administrator_window_days, local_day(now(), l.time_zone, l.day_start_hour) as today
    from locations l
    where l.org_id = b.org_id and l.id = b.location_id
    offset 0
  ) l
  left join lateral (
    select p.status, p.assigned_user_id,
      -- A desk may have moved since.
      coalesce(
        case when b.day < l.today then (
          select f.zone_id
          from former_desk_zones f
          where f.org_id = b.org_id and f.place_id = b.place_id and f.since <= b.day and b.day < f.before
        ) end,
        p.zone_id
      ) as zone_id
    from places p
    where p.org_id = b.org_id and p.id = b.place_id
    offset 0
  ) p on true
  left join lateral (
    select z.level_id, z.status from zones z where z.org_id = b.org_id and z.id = b.zone_id offset 0
  ) z on true
  left join lateral (
    select v.location_id, v.status from levels v where v.org_id = b.org_id and v.id = z.level_id offset 0
  ) v on true
  left join lateral (select u.status from users u where u.org_id = b.org_id and u.id = b.user_id offset 0) u on true
  left join lateral (
    select d.plan, d.origin, d.location_id
    from day_plans d
    where d.org_id = b.org_id and d.user_id = b.user_id and d.day = b.day
    offset 0
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
      when d.location_id <> b.location_id and b.changed_by = 'auto-booking' then 'bookings_office_day'
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

  -- Once for each building and day, not for each booking.
  select b.location_id, b.day
  into broken
  from (select distinct b.org_id, b.location_id, b.day from unnest(upcoming) b) b
  cross join lateral (
    select l.bookable_on_closed_days from locations l where l.org_id = b.org_id and l.id = b.location_id offset 0
  ) l
  where not l.bookable_on_closed_days and exists (select from closed_day(b.org_id, b.location_id, b.day) offset 0)
  limit 1;
  if found then
    raise exception 'Location % is closed on %', broken.location_id, broken.day
      using errcode = '23514', table = 'bookings', constraint = 'bookings_closed_day';
  end if;
end
$$;
