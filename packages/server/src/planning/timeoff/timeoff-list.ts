import type { TimeOff } from '@rollcall/contract'
import { sql } from 'kysely'
import { assertUser } from '../../directory/people/find-user.ts'
import type { Principal } from '../../gate/access/principal.ts'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { seesTimeOffTypes } from './timeoff-types.ts'

/**
 * Returns the announcements of a user, latest start first, with types for viewers who may see them.
 * @throws AppError entity_not_found
 */
export const listTimeOff = async (
  db: Db,
  caller: Principal,
  userId: string,
  { limit, after }: PageRequest,
): Promise<TimeOff[]> => {
  const { orgId } = caller
  await assertUser(db, orgId, userId)
  const seesTypes = await seesTimeOffTypes(db, caller, userId)
  const { rows } = await sql<TimeOff>`
    select event_id as "eventId", event_type as "eventType", start_date as "startDate", end_date as "endDate",
      case when ${seesTypes} then time_off_type end as "timeOffType", iso_timestamp(received_at) as "receivedAt"
    from time_off_events
    where org_id = ${orgId}
      and user_id = ${userId}
      ${after ? sql`and (start_date, event_id, event_type) < (${after[0]}::date, ${after[1]}, ${after[2]})` : sql``}
    order by start_date desc, event_id desc, event_type desc
    limit ${limit + 1}`.execute(db)
  return rows
}
