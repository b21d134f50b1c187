import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { COUNTS, dayTallyOf, groupTallyOf, NONE, type Tally } from './rollup-tally.ts'

const RELEASED = COUNTS.indexOf('released')

interface Released {
  readonly day: string
  readonly locationId: string
  readonly groupId: string
  readonly bookings: number
}

/**
 * Adds the bookings that were released because no one checked in (domain §14), in their building and by the primary group as of the
 * day, which the first move after it tells. Such a booking leaves no trace in attendance; a small index has all of them.
 */
export const tallyReleases = async (
  db: Db,
  orgId: string,
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
  tally: Tally,
  isPublished: (day: string, locationId: string) => boolean,
): Promise<void> => {
  const { rows } = await sql<Released>`
    select b.day, b.location_id as "locationId", g.id as "groupId", count(*)::integer as bookings
    from bookings b
    join users u on u.org_id = b.org_id and u.id = b.user_id
    left join lateral (
      select m.user_id, m.primary_group_id
      from user_moves m
      where m.org_id = b.org_id and m.user_id = b.user_id and m.before > b.day
      order by m.before
      limit 1
    ) m on true
    cross join lateral (
      select coalesce(case when m.user_id is null then u.primary_group_id else m.primary_group_id end, ${NONE}) as id
    ) g
    where b.org_id = ${orgId} and b.day between ${firstDay} and ${lastDay} and b.status = 'cancelled'
      and b.changed_by = 'auto-release'
    group by b.day, b.location_id, g.id
  `.execute(db)
  for (const { day, locationId, groupId, bookings } of rows) {
    if (!isPublished(day, locationId)) continue
    groupTallyOf(dayTallyOf(tally, day, locationId), groupId).counts[RELEASED] = bookings
  }
}
