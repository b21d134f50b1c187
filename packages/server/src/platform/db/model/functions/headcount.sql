-- The one definition of how many people were where at the same time: for each day, 24 rows for the building and for each of its levels
-- and zones where anyone was seen, visited, was planned or booked. It is a pure function of presence, visits, plans, bookings and the
-- directory, whose desks and capacities are those of the day; `moment` decides which days have started. On a day of an outage on which no
-- one was seen in the building, it is not known who came.
--
-- A person counts at a node in the hours of local time from the first to the last event there or below it (node_stays). Before people
-- are multiplied by hours, those with the same first and last hour at the same node are counted: 10,000 people become some hundred rows.
-- Shown by: headcount/headcount.test.ts, headcount/outages.test.ts, history/moved-desks.test.ts, headcount/property.test.ts
create or replace function headcount(org uuid, first_day date, last_day date, moment timestamptz default now())
returns table (
  day date,
  -- The hour of local time that begins then.
  hour integer,
  location_id uuid,
  location_name text,
  level_id uuid,
  level_name text,
  zone_id uuid,
  zone_name text,
  -- Null where no presence is reported, in an outage too, or the day has not started.
  people integer,
  visitors integer,
  planned integer,
  booked integer,
  capacity integer,
  location_type text,
  node_id uuid
)
language sql stable
begin atomic
-- Hours are counted from the beginning of the day.
with spans as (
  select s.day, s.node_id, s.first_hour as first, s.last_hour as last, count(*) as people
  from node_stays(org, first_day, last_day) s
  group by 1, 2, 3, 4
),
present as (
  select s.day, s.node_id, h.hour, sum(s.people) as people
  from spans s
  cross join lateral generate_series(s.first, s.last) h (hour)
  group by s.day, s.node_id, h.hour
),
visiting as (
  select v.day, v.location_id as node_id, least(h.first, h.last) as first, greatest(h.first, h.last) as last, count(*) as visitors
  from visit_log(org, first_day, last_day) v
  join locations l on l.org_id = org and l.id = v.location_id
  cross join lateral (
    select hour_of_day(v.arrived_at, l.time_zone, l.day_start_hour) as first,
      hour_of_day(coalesce(v.departed_at, v.arrived_at), l.time_zone, l.day_start_hour) as last
    offset 0
  ) h
  where v.arrived_at is not null
  group by 1, 2, 3, 4
),
booked as (
  select b.day, coalesce(b.zone_id, z.level_id, b.location_id) as node_id, b.bookings
  from (
    select b.day, b.location_id, b.zone_id, count(*) as bookings
    from bookings b
    where b.org_id = org and b.day >= first_day and b.day < last_day + 1 and b.status = 'booked'
    group by b.day, b.location_id, b.zone_id
  ) b
  left join zones z on z.org_id = org and z.id = b.zone_id
),
moves as (
  select m.user_id, lag(m.before, 1, '-infinity') over (partition by m.user_id order by m.before) as since, m.before,
    m.primary_location_id
  from user_moves m
  where m.org_id = org and m.before > first_day
),
-- The planned location of an office day, as in attendance(): on a day on which it is closed there is none.
planned as (
  select i.day, i.node_id, i.people
  from (
    select coalesce(p.day, b.day) as day,
      coalesce(
        b.location_id, p.location_id, case when m.user_id is null then u.primary_location_id else m.primary_location_id end
      ) as node_id,
      count(*) as people
    from (
      select * from day_plans p where p.org_id = org and p.day >= first_day and p.day < last_day + 1
    ) p
    full join (
      select * from bookings b where b.org_id = org and b.day >= first_day and b.day < last_day + 1 and b.status = 'booked'
    ) b on b.user_id = p.user_id and b.day = p.day
    -- Only people whose plan and booking name no location are looked up.
    left join users u
      on u.org_id = org and u.id = case when coalesce(b.location_id, p.location_id) is null then coalesce(p.user_id, b.user_id) end
    left join moves m on m.user_id = u.id and coalesce(p.day, b.day) >= m.since and coalesce(p.day, b.day) < m.before
    where coalesce(p.plan, 'o') = 'o'
    group by 1, 2
  ) i
  left join special_days(org, first_day, last_day) k on k.location_id = i.node_id and k.day = i.day
  where k.day_type is null
),
nodes as (
  select 'location' as type, l.id, l.id as location_id, null::uuid as level_id, null::uuid as zone_id
  from locations l
  where l.org_id = org
  union all
  select 'level', v.id, v.location_id, v.id, null
  from levels v
  where v.org_id = org
  union all
  select 'zone', z.id, v.location_id, v.id, z.id
  from zones z
  join levels v on v.org_id = org and v.id = z.level_id
  where z.org_id = org
),
capacities as (
  select c.day, coalesce(c.zone_id, c.level_id, c.location_id) as node_id, sum(c.capacity) as capacity
  from zone_capacities(org, first_day, last_day) c
  group by grouping sets ((c.day, c.location_id), (c.day, c.level_id), (c.day, c.zone_id))
),
-- What is the same in every hour. A booking of a zone is also one of its level and building.
bookings_of_nodes as (
  select b.day, n.id as node_id, sum(b.bookings) as bookings
  from booked b
  join nodes a on a.id = b.node_id
  cross join lateral (select distinct id from unnest(array[a.location_id, a.level_id, a.zone_id]) id where id is not null) n
  group by b.day, n.id
),
shown as (
  select day, node_id from spans
  union
  select day, node_id from visiting
  union
  select day, node_id from bookings_of_nodes
  union
  select day, node_id from planned where node_id is not null
),
-- A building whose readers know no levels reports nothing about levels.
reported as (
  select s.day, n.location_id, n.type
  from spans s
  join nodes n on n.id = s.node_id
  group by s.day, n.location_id, n.type
)
select s.day, (h.hour + l.day_start_hour) % 24, n.location_id, l.name, n.level_id, v.name, n.zone_id, z.name,
  case
    when s.day > l.today then null
    when n.type = 'location' and not coalesce(s.day >= r.reports_from and (r.reports_until is null or s.day <= r.reports_until), false)
      then null
    when n.type = 'location' and k.has_outage and d.type is null then null
    when n.type <> 'location' and d.type is null then null
    else coalesce(p.people, 0)
  end::integer,
  case when n.type = 'location' then coalesce(
    (select sum(g.visitors) from visiting g where g.day = s.day and g.node_id = s.node_id and h.hour between g.first and g.last), 0
  ) end::integer,
  case when n.type = 'location' then coalesce(o.people, 0) end::integer,
  coalesce(b.bookings, 0)::integer, coalesce(c.capacity, 0)::integer, n.type, n.id
from shown s
join nodes n on n.id = s.node_id
-- A time zone costs more than all else of a row, so it is applied once for a building.
join (
  select b.id, b.name, b.day_start_hour, local_day(moment, b.time_zone, b.day_start_hour) as today
  from locations b
  where b.org_id = org
  offset 0
) l on l.id = n.location_id
left join levels v on v.org_id = org and v.id = n.level_id
left join zones z on z.org_id = org and z.id = n.zone_id
left join presence_reporting r on r.org_id = org and r.location_id = n.location_id
left join reported d on d.day = s.day and d.location_id = n.location_id and d.type = n.type
left join special_days(org, first_day, last_day) k on k.location_id = n.location_id and k.day = s.day
left join bookings_of_nodes b on b.day = s.day and b.node_id = s.node_id
left join planned o on o.day = s.day and o.node_id = s.node_id
left join capacities c on c.day = s.day and c.node_id = s.node_id
cross join generate_series(0, 23) h (hour)
left join present p on p.day = s.day and p.node_id = s.node_id and p.hour = h.hour;
end;
