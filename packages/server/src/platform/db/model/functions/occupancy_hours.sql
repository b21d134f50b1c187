-- The one definition of how occupied a node was in an hour of local time: what its sensors reported then, and for how long it was
-- occupied. It is a pure function of the events of the day, in whatever order they came in.
--
-- How long a report holds is in occupancy_reports. Where clocks go back, an hour of local time has 120 minutes. The events are read once.
-- Shown by: occupancy/hours.test.ts
create or replace function occupancy_hours(org uuid, first_day date, last_day date)
returns table (
  day date,
  hour integer,
  location_id uuid,
  location_name text,
  level_id uuid,
  level_name text,
  zone_id uuid,
  zone_name text,
  place_id uuid,
  place_name text,
  space_id uuid,
  space_name text,
  samples integer,
  occupied_minutes numeric,
  min_count integer,
  max_count integer,
  average_count numeric,
  location_type text,
  node_id uuid
)
language sql stable
begin atomic
with parts as (
  -- A part is a report within one hour. Only an occupied one reaches into the next hours.
  select r.day, r.location_id, r.node_type, r.node_id,
    extract(hour from h.start at time zone r.time_zone)::integer as hour, h.start = r.hour_start as is_sample, r.occupancy,
    case when r.occupied then
      extract(epoch from least(r.held_until, h.start + interval '1 hour') - greatest(r.occurred_at, h.start)) else 0
    end as seconds
  from occupancy_reports(org, first_day, last_day) r
  cross join lateral generate_series(
    r.hour_start, case when r.occupied then greatest(r.hour_start, r.held_until - interval '1 microsecond') else r.hour_start end,
    interval '1 hour'
  ) h (start)
),
hours as (
  select p.day, p.hour, p.location_id, p.node_type, p.node_id, count(*) filter (where p.is_sample)::integer as samples,
    round(sum(p.seconds) / 60, 2) as minutes, min(p.occupancy) filter (where p.is_sample) as least_people,
    max(p.occupancy) filter (where p.is_sample) as most_people,
    round(avg(p.occupancy) filter (where p.is_sample), 2) as mean_people
  from parts p
  group by p.day, p.hour, p.location_id, p.node_type, p.node_id
)
select h.day, h.hour, h.location_id, l.name, v.id, v.name, z.id, z.name, p.id, p.name, s.id, s.name, h.samples, h.minutes,
  h.least_people, h.most_people, h.mean_people, h.node_type, h.node_id
from hours h
join locations l on l.org_id = org and l.id = h.location_id
left join spaces s on s.org_id = org and s.id = case h.node_type when 'space' then h.node_id end
left join places p on p.org_id = org and p.id = case h.node_type when 'place' then h.node_id end
left join former_desk_zones f on f.org_id = org and f.place_id = p.id and h.day >= f.since and h.day < f.before
left join zones z on z.org_id = org and z.id = case h.node_type when 'zone' then h.node_id else coalesce(f.zone_id, p.zone_id) end
left join levels v
  on v.org_id = org and v.id = case h.node_type when 'level' then h.node_id else coalesce(z.level_id, s.level_id) end;
end;
