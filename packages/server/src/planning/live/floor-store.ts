import type { LivePerson } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface FloorLocation {
  readonly locationId: string
  readonly locationName: string
  readonly timeZone: string
  /** The local day. */
  readonly day: string
  readonly timestamp: string
}

export const findFloorLocation = async (db: Db, orgId: string, locationId: string): Promise<FloorLocation | undefined> => {
  const { rows } = await sql<FloorLocation>`
    select id as "locationId", name as "locationName", time_zone as "timeZone",
      local_day(now(), time_zone, day_start_hour)::text as day, iso_timestamp(now()) as timestamp
    from locations
    where org_id = ${orgId} and id = ${locationId}`.execute(db)
  return rows[0]
}

/** Events are stored by UTC day; those of a local day are on at most these three. */
const onDay = (orgId: string, day: string) => sql`
  e.org_id = ${orgId} and e.utc_day between ${day}::date - 1 and ${day}::date + 1
  and e.occurred_at <= now() + interval '5 minutes'`

export type FloorPerson = LivePerson & { readonly isHidden: boolean }

/**
 * Returns the people who were seen here today and nowhere else since, latest first. It reads the organization's events of the day to
 * find who is here, and those of the building to find where. `is true` keeps PostgreSQL from joining the two: on a partition without
 * statistics, it would compare each row with each, which takes half a minute for 30,000 events.
 */
export const selectPeople = async (db: Db, orgId: string, { locationId, day }: FloorLocation): Promise<FloorPerson[]> => {
  const { rows } = await sql<FloorPerson>`
    with here as materialized (
      select e.user_id, max(e.occurred_at) filter (where e.location_id = ${locationId} and e.local_day = ${day}) as seen_at
      from presence_events e
      where ${onDay(orgId, day)}
      group by e.user_id
      having max(e.occurred_at) filter (where e.location_id = ${locationId} and e.local_day = ${day})
        >= coalesce(max(e.occurred_at) filter (where e.location_id <> ${locationId}), '-infinity')
    ),
    seen as materialized (
      select distinct on (e.user_id) e.user_id, e.occurred_at, e.node_type, e.node_id
      from presence_events e
      where ${onDay(orgId, day)} and e.location_id = ${locationId}
        and ((e.user_id, e.occurred_at) in (select h.user_id, h.seen_at from here h)) is true
      order by e.user_id, e.node_type, e.node_id
    )
    select u.id as "userId", u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName",
      u.visibility = 'nobody' as "isHidden", v.id as "levelId", v.name as "levelName", z.id as "zoneId", z.name as "zoneName",
      p.id as "placeId", s.id as "spaceId", coalesce(p.name, s.name) as "nodeName", iso_timestamp(n.occurred_at) as "seenAt"
    from seen n
    join users u on u.org_id = ${orgId} and u.id = n.user_id
    left join places p on p.org_id = ${orgId} and n.node_type = 'place' and p.id = n.node_id
    left join spaces s on s.org_id = ${orgId} and n.node_type = 'space' and s.id = n.node_id
    left join zones z on z.org_id = ${orgId} and z.id = case n.node_type when 'zone' then n.node_id else p.zone_id end
    left join levels v on v.org_id = ${orgId}
      and v.id = case n.node_type when 'level' then n.node_id else coalesce(z.level_id, s.level_id) end
    order by n.occurred_at desc, u.id`.execute(db)
  return rows
}

export interface FloorZone {
  readonly zoneId: string
  readonly zoneName: string
  readonly levelId: string
  readonly levelName: string
  readonly seats: number
  readonly booked: number
}

export const selectZones = async (db: Db, orgId: string, { locationId, day }: FloorLocation): Promise<FloorZone[]> => {
  const { rows } = await sql<FloorZone>`
    select z.id as "zoneId", z.name as "zoneName", v.id as "levelId", v.name as "levelName",
      case z.kind
        when 'neighborhood' then z.capacity
        else (select count(*) from places p where p.org_id = z.org_id and p.zone_id = z.id and p.status = 'active')
      end as seats,
      coalesce(t.taken, 0) as booked
    from levels v
    join zones z on z.org_id = v.org_id and z.level_id = v.id
    left join zone_days t on t.org_id = z.org_id and t.zone_id = z.id and t.day = ${day}::date
    where v.org_id = ${orgId} and v.location_id = ${locationId} and v.status = 'active' and z.status = 'active'
    order by v.ordinal, v.name, z.name, z.id`.execute(db)
  return rows
}

export interface FloorBooking {
  readonly placeId: string | null
}

export const selectBookings = async (db: Db, orgId: string, { locationId, day }: FloorLocation): Promise<FloorBooking[]> => {
  const { rows } = await sql<FloorBooking>`
    select place_id as "placeId"
    from bookings
    where org_id = ${orgId} and location_id = ${locationId} and day = ${day}::date and status = 'booked'`.execute(db)
  return rows
}

/** The last report of today from the sensor of a desk or space. */
export interface SensorReading {
  readonly placeId: string | null
  readonly zoneId: string | null
  readonly spaceId: string | null
  readonly spaceName: string | null
  readonly levelId: string
  readonly levelName: string
  readonly isOccupied: boolean
  readonly occupancy: number | null
}

export const selectReadings = async (db: Db, orgId: string, { locationId, day }: FloorLocation): Promise<SensorReading[]> => {
  const { rows } = await sql<SensorReading>`
    with latest as materialized (
      select distinct on (e.node_type, e.node_id) e.node_type, e.node_id, e.occupied, e.occupancy
      from occupancy_events e
      where ${onDay(orgId, day)} and e.location_id = ${locationId} and e.local_day = ${day}
        and e.node_type in ('place', 'space')
      order by e.node_type, e.node_id, e.occurred_at desc, e.source_no desc, e.event_id desc
    )
    select p.id as "placeId", p.zone_id as "zoneId", s.id as "spaceId", s.name as "spaceName", v.id as "levelId",
      v.name as "levelName", n.occupied as "isOccupied", n.occupancy
    from latest n
    left join places p on p.org_id = ${orgId} and n.node_type = 'place' and p.id = n.node_id and p.status = 'active'
    left join zones z on z.org_id = ${orgId} and z.id = p.zone_id
    left join spaces s on s.org_id = ${orgId} and n.node_type = 'space' and s.id = n.node_id and s.status = 'active'
    join levels v on v.org_id = ${orgId} and v.id = coalesce(z.level_id, s.level_id)
    order by v.ordinal, v.name, s.name, n.node_id`.execute(db)
  return rows
}
