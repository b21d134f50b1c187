-- Who was seen at which building, level and zone on a day, and from when to when: one row for each person and node with presence there
-- or below it. So someone who moves between two zones is in both, but in their building once. Desks count for the zone of then.
--
-- The events are read once.
-- Shown by: headcount/headcount.test.ts, headcount/property.test.ts
create or replace function node_stays(org uuid, first_day date, last_day date)
returns table (
  user_id uuid,
  day date,
  location_id uuid,
  -- The building, level or zone.
  node_id uuid,
  first_seen_at timestamptz,
  last_seen_at timestamptz,
  -- The first and last hour, counted from the beginning of the day. Where clocks go back they are in order too, though the last moment may be in the earlier one.
  first_hour integer,
  last_hour integer
)
language sql stable
begin atomic
with clocks as materialized (
  select c.location_id, c.day, c.begins_at, c.ends_at
  from clock_days(org, first_day, last_day) c
),
seen as (
  -- The id of a node is enough: fewer columns make the groups of half a million events cheaper.
  select e.user_id, e.local_day as day, e.node_id, min(e.occurred_at) as first, max(e.occurred_at) as last
  from presence_events e
  where e.org_id = org
    and e.utc_day >= first_day - 1 and e.utc_day < last_day + 2
    and e.local_day >= first_day and e.local_day < last_day + 1
  group by e.user_id, e.local_day, e.node_id
),
at_nodes as (
  -- Hours are computed before people are counted at several nodes, and by the time zone only where the clocks change, because it costs
  -- more than all else of a row.
  select s.user_id, s.day, l.id as location_id, v.id as level_id, z.id as zone_id, s.first, s.last,
    least(h.first, h.last) as first_hour, greatest(h.first, h.last) as last_hour
  from seen s
  left join spaces r on r.org_id = org and r.id = s.node_id
  left join places p on p.org_id = org and p.id = s.node_id
  left join former_desk_zones f on f.org_id = org and f.place_id = s.node_id and s.day >= f.since and s.day < f.before
  left join zones z on z.org_id = org and z.id = coalesce(f.zone_id, p.zone_id, s.node_id)
  left join levels v on v.org_id = org and v.id = coalesce(z.level_id, r.level_id, s.node_id)
  join locations l on l.org_id = org and l.id = coalesce(v.location_id, s.node_id)
  left join clocks c on c.location_id = l.id and c.day = s.day and s.first >= c.begins_at and s.last < c.ends_at
  cross join lateral (
    select
      case
        when c.day is not null then date_part('hour', s.first - c.begins_at)::integer
        else hour_of_day(s.first, l.time_zone, l.day_start_hour)
      end as first,
      case
        when c.day is not null then date_part('hour', s.last - c.begins_at)::integer
        else hour_of_day(s.last, l.time_zone, l.day_start_hour)
      end as last
    offset 0
  ) h
),
stays as (
  select a.user_id, a.day, a.location_id, a.level_id, a.zone_id, grouping(a.level_id) as of_location, grouping(a.zone_id) as of_level,
    min(a.first) as first, max(a.last) as last, min(a.first_hour) as first_hour, max(a.last_hour) as last_hour
  from at_nodes a
  group by grouping sets (
    (a.user_id, a.day, a.location_id), (a.user_id, a.day, a.location_id, a.level_id),
    (a.user_id, a.day, a.location_id, a.level_id, a.zone_id)
  )
)
select s.user_id, s.day, s.location_id, coalesce(s.zone_id, s.level_id, s.location_id), s.first, s.last, s.first_hour, s.last_hour
from stays s
where (s.of_location = 1 or s.level_id is not null) and (s.of_level = 1 or s.zone_id is not null);
end;
