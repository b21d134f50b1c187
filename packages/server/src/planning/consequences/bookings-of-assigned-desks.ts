import { sql } from 'kysely'
import type { Changer } from '../../directory/consequences/directory-consequences.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { createCommand } from '../commands/command.ts'
import { bookedDays } from './booked-days.ts'
import { cancelBookings } from './cancel-bookings.ts'

/**
 * Cancels bookings after a new assignment of a desk, which belongs to its assignee (domain §4): future automatic bookings of other
 * users at the desk, and those of the assignee elsewhere in the building, so that the next horizon run books the desk. Bookings that
 * people made stay. The assignment locks the desk, and bookings of desks wait for it.
 * @returns the number of canceled bookings
 */
export const releaseBookingsOfAssignedDesks = async (
  trx: Db,
  orgId: string,
  by: Changer,
  placeIds: readonly string[],
): Promise<number> => {
  if (placeIds.length === 0) return 0
  const { rows } = await sql<{ id: string }>`
    select distinct b.id
    from unnest(${arrayLiteral(placeIds)}::uuid[]) i (id)
    join places p on p.org_id = ${orgId} and p.id = i.id
    cross join lateral (
      select d.location_id, d.time_zone, d.day_start_hour from nodes d where d.org_id = ${orgId} and d.id = p.id and d.type = 'place' offset 0
    ) d
    cross join lateral (
      select b.id
      from bookings b
      where b.org_id = ${orgId} and b.place_id = p.id and b.day = any (${bookedDays(orgId)}) and b.status = 'booked'
        and b.user_id <> p.assigned_user_id and b.changed_by = 'auto-booking' and b.day > local_day(now(), d.time_zone, d.day_start_hour)
      union all
      select b.id
      from bookings b
      where b.org_id = ${orgId} and b.user_id = p.assigned_user_id and b.location_id = d.location_id
        and b.place_id is distinct from p.id and b.status = 'booked' and b.changed_by = 'auto-booking'
        and b.day > local_day(now(), d.time_zone, d.day_start_hour)
      offset 0
    ) b`.execute(trx)
  return cancelBookings(
    trx,
    orgId,
    createCommand(by, 'assigned desk'),
    rows.map(({ id }) => id),
  )
}
