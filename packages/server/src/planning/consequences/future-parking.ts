import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

type ParkingColumn = 'user_id' | 'bay_id' | 'location_id'

/**
 * Cancels future parking of a leaver, or in a bay or building that is no longer in use (domain §9). The deactivation locks the user,
 * bay or building: parking that is booked meanwhile waits for it and is refused. Locks what it cancels.
 */
export const releaseFutureParking = async (
  trx: Db,
  orgId: string,
  column: ParkingColumn,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update parking_bookings b
    set status = 'cancelled', changed_by = 'directory', changed_by_user_id = null
    from unnest(${arrayLiteral(ids)}::uuid[]) i (id)
    cross join lateral (
      select p.id
      from parking_bookings p
      join locations l on l.org_id = p.org_id and l.id = p.location_id
      where p.org_id = ${orgId} and p.${sql.ref(column)} = i.id and p.status = 'booked'
        and p.day > local_day(now(), l.time_zone, l.day_start_hour)
      offset 0
    ) p
    where b.org_id = ${orgId} and b.id = p.id and b.status = 'booked'`.execute(trx)
}
