-- Counts live bookings per zone and day, and refuses a booking beyond the capacity of a neighborhood. Adding a booking locks the
-- row of the zone and day until the commit; rows are locked in the order of their keys.
-- Shown by: bookings/booking-concurrency.test.ts
create or replace function count_bookings(changes booking_change[]) returns void
language plpgsql
set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- `taken` is the difference to the stored counter.
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
  where t.taken < 0 or c.taken > 0 and is_zone_over_capacity(z.kind, z.capacity, t.taken)
  limit 1;
  if full_zone.taken < 0 then
    raise exception 'Zone % has fewer than no bookings on %', full_zone.zone_id, full_zone.day;
  elsif full_zone.taken is not null then
    raise exception 'Zone % is full on %', full_zone.zone_id, full_zone.day
      using errcode = '23514', table = 'bookings', constraint = 'bookings_zone_capacity';
  end if;
end
$$;
