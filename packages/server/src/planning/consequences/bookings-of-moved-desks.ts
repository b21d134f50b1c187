import { sql } from 'kysely'
import type { Changer } from '../../directory/consequences/directory-consequences.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { createCommand } from '../commands/command.ts'
import { bookedDays } from './booked-days.ts'

/**
 * Takes the bookings of desks along to their new zone, from the local day of the building on: people keep their desks, and earlier
 * bookings stay where they were (domain §16). It counts as a change of the directory, because rules for people, such as the booking
 * window, do not apply. Bookings of today of desks out of service and of users who left stay where they were: they stand, but could not be
 * made again. The move locks the desks, and bookings of desks wait for it.
 * @returns the desks that cannot be booked in their new zone
 */
export const moveBookingsOfDesks = async (
  trx: Db,
  orgId: string,
  { userId }: Changer,
  placeIds: readonly string[],
): Promise<string[]> => {
  if (placeIds.length === 0) return []
  const ids = sql`${arrayLiteral(placeIds)}::uuid[]`
  const { rows } = await sql<{ id: string; isBookable: boolean }>`
    select p.id, z.kind = 'individual' and 'inactive' not in (p.status, z.status, v.status, l.status) as "isBookable"
    from places p
    join zones z on z.org_id = p.org_id and z.id = p.zone_id
    join levels v on v.org_id = z.org_id and v.id = z.level_id
    join locations l on l.org_id = v.org_id and l.id = v.location_id
    where p.org_id = ${orgId} and p.id = any (${ids})`.execute(trx)
  const { id } = createCommand({ changedBy: 'directory', userId })
  await sql`
    update bookings b
    set zone_id = p.zone_id, changed_by = 'directory', changed_by_user_id = ${userId}, reason = 'desk moved', command_id = ${id}
    from unnest(${arrayLiteral(rows.filter(({ isBookable }) => isBookable).map((row) => row.id))}::uuid[]) i (id)
    cross join lateral (
      select p.id, p.zone_id, local_day(now(), n.time_zone, n.day_start_hour) as today
      from places p
      join nodes n on n.org_id = p.org_id and n.type = 'place' and n.id = p.id
      where p.org_id = ${orgId} and p.id = i.id
      offset 0
    ) p
    where b.org_id = ${orgId} and b.place_id = p.id and b.day = any (${bookedDays(orgId)}) and b.status = 'booked'
      and b.day >= p.today and b.zone_id <> p.zone_id
      and (select u.status from users u where u.org_id = b.org_id and u.id = b.user_id) = 'active'`.execute(trx)
  return rows.filter(({ isBookable }) => !isBookable).map((row) => row.id)
}
