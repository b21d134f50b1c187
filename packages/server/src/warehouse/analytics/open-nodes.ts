import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { createUuidNumbers, UUID_BYTES, type UuidNumbers } from '../../platform/sql/uuid-bytes.ts'
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
  /** By which it is found faster than by its id. */
  readonly deskNumber: number
  readonly locationId: string
  readonly zoneId: string
  /** How the zone was booked. */
  readonly kind: 'neighborhood' | 'individual'
}

/** What could be booked when. */
export interface OpenNodes {
  readonly neighborhoods: readonly OpenNeighborhood[]
  readonly desks: readonly OpenDesk[]
  readonly numbers: UuidNumbers
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
  // Desks are grouped by the number of their zone, which is compared faster than its id, and sent as one row for each zone: a row for each
  // desk takes longer to send and to parse than to find.
  const { rows } = await sql<ZoneRow | DesksRow>`
    with zones as materialized (
      select row_number() over ()::integer as number, z.zone_id, z.location_id, z.kind, z.capacity, z.since, z.before
      from open_zones(${orgId}) z
      where ${isOpen}
    )
    select z.number, z.zone_id as "zoneId", z.location_id as "locationId", z.kind, z.capacity, z.since::text, z.before::text,
      null as "deskIds"
    from zones z
    union all
    select d.number, null, null, null, null, d.since::text, d.before::text, d.ids
    from (
      select z.number, greatest(d.since, z.since) as since, least(d.before, z.before) as before,
        string_agg(uuid_send(d.place_id), ''::bytea) as ids
      from zones z
      join open_desks(${orgId}) d on d.zone_id = z.zone_id and d.since < z.before and d.before > z.since
      where d.since <= ${to}::date and d.before > ${from}::date
      group by 1, 2, 3
    ) d`.execute(db)
  const zones = new Map(rows.filter(isZone).map((zone) => [zone.number, zone]))
  const numbers = createUuidNumbers()
  return {
    numbers,
    neighborhoods: [...zones.values()]
      .filter(({ kind }) => kind === 'neighborhood')
      .map(({ zoneId, capacity, since, before }) => ({ zoneId, capacity, since, before })),
    desks: rows.flatMap((row) => {
      if (isZone(row)) return []
      const { locationId, zoneId, kind } = zones.get(row.number) as ZoneRow
      const { since, before } = row
      const { deskIds } = row
      return Array.from({ length: deskIds.length / UUID_BYTES }, (_, index) => ({
        ...{ deskNumber: numbers.at(deskIds, index * UUID_BYTES), locationId, zoneId, kind, since, before },
      }))
    }),
  }
}

interface ZoneRow extends OpenNeighborhood {
  readonly number: number
  readonly locationId: string
  readonly kind: OpenDesk['kind']
  readonly deskIds: null
}

/** The desks that were in a zone on the same days. */
interface DesksRow extends Stretch {
  readonly number: number
  readonly deskIds: Buffer
}

const isZone = (row: ZoneRow | DesksRow): row is ZoneRow => row.deskIds === null
