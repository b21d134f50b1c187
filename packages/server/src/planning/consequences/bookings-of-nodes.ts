import { sql } from 'kysely'
import type { NodeChange, NodeTable } from '../../directory/consequences/directory-consequences.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { createCommand } from '../commands/command.ts'
import { bookedDays } from './booked-days.ts'
import { cancelBookings } from './cancel-bookings.ts'

/** The condition for bookings in a node. Desks use the index of days and desks, other nodes that of buildings and days. */
const BOOKED_IN: Partial<Record<NodeTable, (orgId: string) => ReturnType<typeof sql>>> = {
  places: (orgId) => sql`b.place_id = n.id and b.day = any (${bookedDays(orgId)})`,
  zones: () => sql`b.location_id = n.location_id and b.zone_id = n.id`,
  levels: () => sql`b.location_id = n.location_id
    and exists (select from zones z where z.org_id = b.org_id and z.id = b.zone_id and z.level_id = n.id)`,
  locations: () => sql`b.location_id = n.id`,
}

const TYPES: Partial<Record<NodeTable, string>> = { places: 'place', zones: 'zone', levels: 'level', locations: 'location' }

/**
 * Cancels future bookings in a node that is no longer in use (domain §4), on behalf of the user who deactivated it. The deactivation
 * locks the node: a booking that is made meanwhile waits for it and is refused.
 * @returns the number of canceled bookings
 */
export const releaseBookingsOfNodes = async (
  trx: Db,
  orgId: string,
  { table, by }: NodeChange,
  nodeIds: readonly string[],
): Promise<number> => {
  const isBookedIn = BOOKED_IN[table]?.(orgId)
  if (nodeIds.length === 0 || !isBookedIn) return 0
  const { rows } = await sql<{ id: string }>`
    select b.id
    from unnest(${arrayLiteral(nodeIds)}::uuid[]) i (id)
    cross join lateral (
      select d.id, d.location_id, d.time_zone, d.day_start_hour
      from nodes d
      where d.org_id = ${orgId} and d.id = i.id and d.type = ${TYPES[table]}
      offset 0
    ) n
    cross join lateral (
      select b.id
      from bookings b
      where b.org_id = ${orgId} and ${isBookedIn} and b.status = 'booked' and b.day > local_day(now(), n.time_zone, n.day_start_hour)
      offset 0
    ) b`.execute(trx)
  return cancelBookings(
    trx,
    orgId,
    createCommand(by, 'inactive'),
    rows.map(({ id }) => id),
  )
}
