-- Lists how many people could book each zone on each day: the capacity of a neighborhood, or else the desks that were in the zone then.
-- Days on which a zone could not be booked have no row. It depends on history alone, so a day that is computed again has the capacity of
-- its first publication, whatever moved since.
--
-- Desks with the same days in the same zone are counted before they are multiplied by days.
-- Shown by: history/moved-desks.test.ts, history/analytics.test.ts
create or replace function zone_capacities(org uuid, first_day date, last_day date)
returns table (day date, location_id uuid, level_id uuid, zone_id uuid, kind text, capacity integer)
language sql stable
begin atomic
with open as (
  select z.zone_id, z.location_id, z.kind, z.capacity, greatest(z.since, first_day) as since, least(z.before, last_day + 1) as before
  from open_zones(org) z
  where z.since <= last_day and z.before > first_day
),
zone_days as (
  select o.zone_id, o.location_id, o.kind, o.capacity, o.since + n as day
  from open o
  cross join lateral generate_series(0, o.before - o.since - 1) n
),
desks as (
  select d.zone_id, d.since + n as day, sum(d.desks) as desks
  from (
    select d.zone_id, greatest(d.since, first_day) as since, least(d.before, last_day + 1) as before, count(*) as desks
    from open_desks(org) d
    where d.since <= last_day and d.before > first_day
    group by 1, 2, 3
  ) d
  cross join lateral generate_series(0, d.before - d.since - 1) n
  group by 1, 2
)
select o.day, o.location_id, z.level_id, o.zone_id, o.kind,
  (case o.kind when 'neighborhood' then o.capacity else coalesce(d.desks, 0) end)::integer
from zone_days o
join zones z on z.org_id = org and z.id = o.zone_id
left join desks d on d.zone_id = o.zone_id and d.day = o.day;
end;
