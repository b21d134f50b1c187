import { type HeadcountExplanation, type HeadcountRow, MAX_EXPLAINED_PEOPLE } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** An hour of a building, or of a level or zone of it. */
export interface ExplainedHour {
  readonly orgId: string
  readonly locationId: string
  readonly nodeId: string
  readonly day: string
  readonly hour: number
  /** The time that decides which days have started. */
  readonly moment: Date
}

export interface CountedNode {
  readonly locationName: string
  readonly timeZone: string
  readonly locationType: HeadcountRow['locationType']
  readonly levelName: string | null
  readonly zoneName: string | null
  /** The name of the node itself. */
  readonly name: string
}

/** Returns undefined if the building has no such level or zone. */
export const findCountedNode = async (
  db: Db,
  { orgId, locationId, nodeId }: Pick<ExplainedHour, 'orgId' | 'locationId' | 'nodeId'>,
): Promise<CountedNode | undefined> => {
  const { rows } = await sql<CountedNode>`
    select l.name as "locationName", l.time_zone as "timeZone", n.type as "locationType", n.level_name as "levelName",
      n.zone_name as "zoneName", coalesce(n.zone_name, n.level_name, l.name) as name
    from locations l
    cross join lateral (
      select 'location' as type, l.id, null as level_name, null as zone_name
      union all
      select 'level', v.id, v.name, null
      from levels v
      where v.org_id = ${orgId} and v.location_id = l.id
      union all
      select 'zone', z.id, v.name, z.name
      from zones z
      join levels v on v.org_id = ${orgId} and v.id = z.level_id
      where z.org_id = ${orgId} and v.location_id = l.id
    ) n
    where l.org_id = ${orgId} and l.id = ${locationId} and n.id = ${nodeId}
  `.execute(db)
  return rows[0]
}

type Figures = Pick<HeadcountRow, 'people' | 'visitors' | 'planned' | 'booked' | 'capacity'>

/** Returns the row of the dataset as it would be published now; undefined if there is none. */
export const findHeadcount = async (db: Db, of: ExplainedHour): Promise<Figures | undefined> => {
  const { rows } = await sql<Figures>`
    select people, visitors, planned, booked, capacity
    from headcount(${of.orgId}, ${of.day}, ${of.day}, ${of.moment})
    where node_id = ${of.nodeId} and hour = ${of.hour}
  `.execute(db)
  return rows[0]
}

/** The nodes whose events count at the node: it and everything that was in it on the day. */
const inside = ({ orgId, locationId, nodeId, day }: ExplainedHour) => sql`(
  select n.id
  from (
    select v.id, v.id as level_id, null::uuid as zone_id from levels v where v.org_id = ${orgId}
    union all
    select r.id, r.level_id, null from spaces r where r.org_id = ${orgId}
    union all
    select z.id, z.level_id, z.id from zones z where z.org_id = ${orgId}
    union all
    select p.id, z.level_id, z.id
    from places p
    left join former_desk_zones f
      on f.org_id = ${orgId} and f.place_id = p.id and ${day}::date >= f.since and ${day}::date < f.before
    join zones z on z.org_id = ${orgId} and z.id = coalesce(f.zone_id, p.zone_id)
    where p.org_id = ${orgId}
  ) n
  join levels v on v.org_id = ${orgId} and v.id = n.level_id
  where v.location_id = ${locationId} and ${nodeId}::uuid in (v.location_id, n.level_id, n.zone_id)
  union all
  select ${nodeId}::uuid
)`

type Stay = HeadcountExplanation['stays'][number]

/** Returns the people who count in the hour, and how many were seen at the node on the day. */
export const listStays = async (db: Db, of: ExplainedHour): Promise<{ stays: Stay[]; seenOnDay: number }> => {
  const { orgId, nodeId, day, hour } = of
  const { rows } = await sql<Stay & { counts: boolean; seenOnDay: number }>`
    with stays as materialized (
      select s.user_id, s.first_seen_at, s.last_seen_at, (${hour}::integer + 24 - l.day_start_hour) % 24 between s.first_hour and s.last_hour as counts,
        count(*) over ()::integer as seen_on_day
      from node_stays(${orgId}, ${day}, ${day}) s
      join locations l on l.org_id = ${orgId} and l.id = s.location_id
      where s.node_id = ${nodeId}
      order by counts desc, s.first_seen_at, s.user_id
      limit ${MAX_EXPLAINED_PEOPLE}
    ),
    events as (
      select e.user_id, e.occurred_at, e.event_id, o.source_id,
        row_number() over (partition by e.user_id order by e.occurred_at, o.source_id, e.event_id) as position,
        row_number() over (partition by e.user_id order by e.occurred_at desc, o.source_id desc, e.event_id desc) as from_end,
        count(*) over (partition by e.user_id)::integer as total
      from presence_events e
      join stays s on s.user_id = e.user_id
      join sources o on o.org_id = ${orgId} and o.source_no = e.source_no
      where e.org_id = ${orgId} and e.utc_day between ${day}::date - 1 and ${day}::date + 1 and e.local_day = ${day}
        and e.node_id in ${inside(of)}
    )
    select s.counts, s.seen_on_day as "seenOnDay", s.user_id as "userId", u.user_name as "userName",
      iso_timestamp(s.first_seen_at) as "firstSeenAt", a.event_id as "firstEventId", a.source_id as "firstSourceId",
      iso_timestamp(s.last_seen_at) as "lastSeenAt", z.event_id as "lastEventId", z.source_id as "lastSourceId",
      a.total as "eventCount"
    from stays s
    join users u on u.org_id = ${orgId} and u.id = s.user_id
    join events a on a.user_id = s.user_id and a.position = 1
    join events z on z.user_id = s.user_id and z.from_end = 1
    order by s.first_seen_at, s.user_id
  `.execute(db)
  const stays = rows.filter(({ counts }) => counts).map(({ counts: _, seenOnDay: __, ...stay }) => stay)
  return { stays, seenOnDay: rows[0]?.seenOnDay ?? 0 }
}

/** Returns the visits of the building that count in the hour. */
export const listCountedVisits = async (db: Db, of: ExplainedHour): Promise<HeadcountExplanation['visits']> => {
  const { orgId, locationId, day, hour } = of
  const { rows } = await sql<HeadcountExplanation['visits'][number]>`
    select v.visit_id as "visitId", iso_timestamp(v.arrived_at) as "arrivedAt", iso_timestamp(v.departed_at) as "departedAt"
    from visit_log(${orgId}, ${day}, ${day}, ${locationId}) v
    join locations l on l.org_id = ${orgId} and l.id = v.location_id
    cross join lateral (
      select hour_of_day(v.arrived_at, l.time_zone, l.day_start_hour) as first,
        hour_of_day(coalesce(v.departed_at, v.arrived_at), l.time_zone, l.day_start_hour) as last,
        (${hour}::integer + 24 - l.day_start_hour) % 24 as hour
    ) h
    where v.arrived_at is not null and h.hour between least(h.first, h.last) and greatest(h.first, h.last)
    order by v.arrived_at, v.visit_id
    limit ${MAX_EXPLAINED_PEOPLE}
  `.execute(db)
  return rows
}

/** Returns who plans to come to the building, by the one definition of attendance. */
export const listPlans = async (db: Db, of: ExplainedHour): Promise<HeadcountExplanation['plans']> => {
  const { orgId, locationId, day, moment } = of
  const { rows } = await sql<HeadcountExplanation['plans'][number]>`
    select a.user_id as "userId", u.user_name as "userName",
      case when a.booking_id is not null then 'booking' when p.location_id is not null then 'plan' else 'primaryLocation' end
        as "decidedBy"
    from attendance(${orgId}, ${day}, ${day}, ${moment}) a
    join users u on u.org_id = ${orgId} and u.id = a.user_id
    left join day_plans p on p.org_id = ${orgId} and p.user_id = a.user_id and p.day = a.day
    where a.planned_location_id = ${locationId}
    order by u.user_name
    limit ${MAX_EXPLAINED_PEOPLE}
  `.execute(db)
  return rows
}

export const listBookingsThere = async (db: Db, of: ExplainedHour): Promise<HeadcountExplanation['bookings']> => {
  const { orgId, nodeId, day } = of
  const { rows } = await sql<HeadcountExplanation['bookings'][number]>`
    select b.id as "bookingId", b.user_id as "userId", u.user_name as "userName", z.name as "zoneName", p.name as "placeName"
    from bookings b
    join users u on u.org_id = ${orgId} and u.id = b.user_id
    left join zones z on z.org_id = ${orgId} and z.id = b.zone_id
    left join places p on p.org_id = ${orgId} and p.id = b.place_id
    where b.org_id = ${orgId} and b.day = ${day} and b.status = 'booked' and ${nodeId} in (b.location_id, z.level_id, z.id)
    order by u.user_name
    limit ${MAX_EXPLAINED_PEOPLE}
  `.execute(db)
  return rows
}

/** Returns the zones that could be booked on the day, with the desks and capacities of then. */
export const listCapacities = async (db: Db, of: ExplainedHour): Promise<HeadcountExplanation['capacities']> => {
  const { orgId, locationId, nodeId, day } = of
  const { rows } = await sql<HeadcountExplanation['capacities'][number]>`
    select c.zone_id as "zoneId", z.name as "zoneName", v.name as "levelName", c.kind = 'neighborhood' as "isNeighborhood", c.capacity
    from zone_capacities(${orgId}, ${day}, ${day}) c
    join zones z on z.org_id = ${orgId} and z.id = c.zone_id
    join levels v on v.org_id = ${orgId} and v.id = c.level_id
    where c.location_id = ${locationId} and ${nodeId} in (c.location_id, c.level_id, c.zone_id)
    order by v.name, z.name, c.zone_id
  `.execute(db)
  return rows
}
