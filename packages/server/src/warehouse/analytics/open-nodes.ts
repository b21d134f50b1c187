import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { Period } from './covered-days.ts'

/** Days from `since` up to and excluding `before`; where they have no bound, -infinity and infinity, which sort as texts of days do. */
export interface Stretch {
  readonly since: string
  readonly before: string
}

/** A neighborhood with its capacity of these days. */
export interface OpenNeighborhood extends Stretch {
  readonly zoneId: string
  readonly capacity: number
}

/** A desk in the zone where it was on these days; each desk is in one zone on a day. */
export interface OpenDesk extends Stretch {
  readonly placeId: string
  readonly locationId: string
  readonly zoneId: string
  /** How the zone was booked. */
  readonly kind: 'neighborhood' | 'individual'
}

/** What could be booked when. */
export interface OpenNodes {
  readonly neighborhoods: readonly OpenNeighborhood[]
  readonly desks: readonly OpenDesk[]
}

/** Returns what could be booked on days of the period, in these locations: figures of the past divide by the desks of then. */
export const readOpenNodes = async (
  db: Db,
  orgId: string,
  { from, to }: Period,
  { locationIds }: { readonly locationIds: ReadonlySet<string> | null },
): Promise<OpenNodes> => {
  const isIn = locationIds ? sql`and z.location_id = any (${arrayLiteral([...locationIds])}::uuid[])` : sql``
  const isOpen = sql`z.since <= ${to}::date and z.before > ${from}::date ${isIn}`
  const { rows: neighborhoods } = await sql<OpenNeighborhood>`
    select z.zone_id as "zoneId", z.capacity, z.since::text, z.before::text
    from open_zones(${orgId}) z
    where z.kind = 'neighborhood' and ${isOpen}`.execute(db)
  // A row for each zone: a row for each desk takes longer to send and to parse than to find.
  const { rows: zones } = await sql<Omit<OpenDesk, 'placeId'> & { readonly placeIds: string }>`
    select d.location_id as "locationId", d.zone_id as "zoneId", d.kind, d.since::text, d.before::text,
      string_agg(d.place_id::text, ',') as "placeIds"
    from (
      select d.place_id, d.location_id, d.zone_id, z.kind, greatest(d.since, z.since) as since, least(d.before, z.before) as before
      from open_zones(${orgId}) z
      join open_desks(${orgId}) d on d.zone_id = z.zone_id and d.since < z.before and d.before > z.since
      where ${isOpen} and d.since <= ${to}::date and d.before > ${from}::date
    ) d
    group by d.location_id, d.zone_id, d.kind, d.since, d.before`.execute(db)
  const desks = zones.flatMap(({ placeIds, locationId, zoneId, kind, since, before }) =>
    placeIds.split(',').map((placeId) => ({ placeId, locationId, zoneId, kind, since, before })),
  )
  return { neighborhoods, desks }
}
