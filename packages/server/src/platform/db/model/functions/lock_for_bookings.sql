-- Locks nodes, users and plans that bookings rely on until the commit, so that changes of these and the bookings wait for each
-- other. Tables are locked in the order in which the directory import writes them, rows of one table in the order of their keys.
create or replace function lock_for_bookings(booked bookings[], upcoming bookings[]) returns void
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
