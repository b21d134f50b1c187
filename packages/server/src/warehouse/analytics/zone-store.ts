import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

/** A zone that can be booked, with its current content. */
export interface ZoneState {
  readonly locationId: string
  readonly locationName: string
  readonly levelId: string
  readonly levelName: string
  readonly zoneId: string
  readonly zoneName: string
  readonly kind: 'neighborhood' | 'individual'
  /** The active desks. */
  readonly desks: number
  /** A neighborhood has its own capacity; other zones count their desks. */
  readonly capacity: number
}

/**
 * Returns the active zones of active levels of active locations, and those of `formerIds`, which no longer have desks, by location,
 * level and name.
 */
export const listZones = async (
  db: Db,
  orgId: string,
  { locationIds }: { readonly locationIds: ReadonlySet<string> | null },
  formerIds: readonly string[] = [],
): Promise<ZoneState[]> => {
  const isActive = sql`l.status = 'active' and v.status = 'active' and z.status = 'active'`
  const isIn = locationIds ? sql`and l.id = any (${arrayLiteral([...locationIds])}::uuid[])` : sql``
  const { rows } = await sql<ZoneState>`
    select l.id as "locationId", l.name as "locationName", v.id as "levelId", v.name as "levelName",
      z.id as "zoneId", z.name as "zoneName", z.kind, coalesce(p.desks, 0) as desks,
      case when not (${isActive}) then 0 when z.kind = 'neighborhood' then z.capacity else coalesce(p.desks, 0) end as capacity
    from locations l
    join levels v on v.org_id = l.org_id and v.location_id = l.id
    join zones z on z.org_id = v.org_id and z.level_id = v.id
    left join (
      select zone_id, count(*)::integer as desks from places where org_id = ${orgId} and status = 'active' group by zone_id
    ) p on p.zone_id = z.id and ${isActive}
    where l.org_id = ${orgId} and (${isActive} or z.id = any (${arrayLiteral(formerIds)}::uuid[])) ${isIn}
    order by l.name, v.name, z.name, z.id
  `.execute(db)
  return rows
}

/** Returns the zones that are assigned to groups. */
export const listAllocations = async (
  db: Db,
  orgId: string,
): Promise<{ readonly groupId: string; readonly zoneId: string }[]> => {
  const { rows } = await sql<{ groupId: string; zoneId: string }>`
    select group_id as "groupId", zone_id as "zoneId" from zone_allocations where org_id = ${orgId}
  `.execute(db)
  return rows
}
