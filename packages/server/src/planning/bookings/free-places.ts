import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface FreeDesk {
  placeId: string
  placeName: string
  zoneId: string
  zoneName: string
  levelId: string
  levelName: string
  /** The assignee: `userId`, or another user whose desk is released on that day. */
  assignedUserId: string | null
  x: number | null
  y: number | null
}

export interface FreeZone {
  zoneId: string
  zoneName: string
  levelId: string
  levelName: string
  capacity: number
  taken: number
}

export interface FreePlacesFilter {
  readonly levelId?: string | undefined
  readonly zoneId?: string | undefined
  /** The user whose own assigned desk counts as free. */
  readonly userId?: string | undefined
  readonly limit?: number
}

/** The position after which a page of desks starts. */
export interface DeskPosition {
  readonly levelName: string
  readonly zoneName: string
  readonly zoneId: string
  readonly placeName: string
}

interface DeskFilter extends FreePlacesFilter {
  readonly after?: DeskPosition | undefined
}

interface ZoneFilter extends FreePlacesFilter {
  /** The last zone of the previous page. */
  readonly after?: { readonly name: string; readonly id: string } | undefined
}

const isIn = ({ levelId, zoneId }: FreePlacesFilter) => sql`
  (${levelId ?? null}::uuid is null or v.id = ${levelId ?? null}::uuid)
  and (${zoneId ?? null}::uuid is null or z.id = ${zoneId ?? null}::uuid)`

const ACTIVE = sql`l.status = 'active' and v.status = 'active' and z.status = 'active'`

/**
 * Returns the desks of a location that can be booked on the day, by level, zone and name. It reads zone after zone until the page is
 * full, and skips zones whose counter shows that every desk is taken. The counter includes bookings of the whole zone, from before it
 * was booked by desk, so zones with such bookings are not skipped.
 */
export const listFreeDesks = async (
  db: Db,
  orgId: string,
  locationId: string,
  day: string,
  filter: DeskFilter = {},
): Promise<FreeDesk[]> => {
  const { after, limit = 100, userId = null } = filter
  const isAfter = after
    ? sql`(v.name, z.name, z.id) >= (${after.levelName}, ${after.zoneName}, ${after.zoneId}::uuid)`
    : sql`true`
  const isAfterInZone = after ? sql`(z.zone_id <> ${after.zoneId}::uuid or p.name > ${after.placeName})` : sql`true`
  const { rows } = await sql<FreeDesk>`
    select p.id as "placeId", p.name as "placeName", z.zone_id as "zoneId", z.zone_name as "zoneName",
      z.level_id as "levelId", z.level_name as "levelName", p.assigned_user_id as "assignedUserId", p.x, p.y
    from (
      select v.id as level_id, v.name as level_name, z.id as zone_id, z.name as zone_name
      from locations l
      join levels v on v.org_id = l.org_id and v.location_id = l.id
      join zones z on z.org_id = v.org_id and z.level_id = v.id
      left join zone_days t on t.org_id = z.org_id and t.zone_id = z.id and t.day = ${day}::date
      where l.org_id = ${orgId} and l.id = ${locationId} and ${ACTIVE} and z.kind = 'individual'
        and ${isIn(filter)} and ${isAfter}
        and (
          coalesce(t.taken, 0) < (select count(*) from places p where p.org_id = z.org_id and p.zone_id = z.id)
          or z.id in (
            select b.zone_id
            from bookings b
            where b.org_id = ${orgId} and b.location_id = ${locationId} and b.day = ${day}::date and b.status = 'booked'
              and b.zone_id is not null and b.place_id is null
          )
        )
      order by v.name, z.name, z.id
      offset 0
    ) z
    cross join lateral (
      select p.id, p.name, p.assigned_user_id, p.x, p.y
      from places p
      where p.org_id = ${orgId} and p.zone_id = z.zone_id and p.status = 'active' and ${isAfterInZone}
        and not exists (
          select
          from bookings b
          where b.org_id = ${orgId} and b.place_id = p.id and b.day = ${day}::date and b.status = 'booked'
          offset 0
        )
        and case when p.assigned_user_id <> ${userId}::uuid or ${userId}::uuid is null and p.assigned_user_id is not null
          then is_released(${orgId}::uuid, p.assigned_user_id, ${locationId}::uuid, ${day}::date) else true end
      offset 0
    ) p
    order by z.level_name, z.zone_name, z.zone_id, p.name
    limit ${limit}`.execute(db)
  return rows
}

/** Returns the neighborhoods of a location with capacity left on the day, by name. */
export const listFreeZones = async (
  db: Db,
  orgId: string,
  locationId: string,
  day: string,
  filter: ZoneFilter = {},
): Promise<FreeZone[]> => {
  const { after, limit = 100 } = filter
  const isAfter = after ? sql`(z.name, z.id) > (${after.name}, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<FreeZone>`
    select z.id as "zoneId", z.name as "zoneName", v.id as "levelId", v.name as "levelName", z.capacity,
      coalesce(t.taken, 0) as taken
    from locations l
    join levels v on v.org_id = l.org_id and v.location_id = l.id
    join zones z on z.org_id = v.org_id and z.level_id = v.id
    left join zone_days t on t.org_id = z.org_id and t.zone_id = z.id and t.day = ${day}::date
    where l.org_id = ${orgId} and l.id = ${locationId} and ${ACTIVE} and z.kind = 'neighborhood'
      and coalesce(t.taken, 0) < z.capacity and ${isIn(filter)} and ${isAfter}
    order by z.name, z.id
    limit ${limit}`.execute(db)
  return rows
}
