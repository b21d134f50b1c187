import type { UserAction } from '@rollcall/contract'
import { sql } from 'kysely'
import { assertUser } from '../../directory/people/find-user.ts'
import type { Principal } from '../../gate/access/principal.ts'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import { seesTimeOffTypes } from '../../planning/timeoff/timeoff-types.ts'
import type { Db } from '../../platform/db/database.ts'
import { ACTION_NODES, actionColumns } from './action-sentence.ts'

interface ActionFilter {
  readonly userId: string
  /** Filters by the planned or booked day; changes of the week plan have no day. */
  readonly firstDay: string | undefined
  readonly lastDay: string | undefined
}

/** A log entry with its position in the log. */
export interface PlacedAction extends UserAction {
  readonly position: [recordedOn: string, actionNo: string]
}

/**
 * Returns the log of a user, newest first, by the primary key of its partitions.
 * @throws AppError entity_not_found
 */
export const listUserActions = async (
  db: Db,
  caller: Principal,
  { userId, firstDay, lastDay }: ActionFilter,
  { limit, after }: PageRequest,
): Promise<PlacedAction[]> => {
  const { orgId } = caller
  await assertUser(db, orgId, userId)
  const columns = actionColumns(await seesTimeOffTypes(db, caller, userId))
  const { rows } = await sql<PlacedAction>`
    select ${sql.raw(columns)}, array[a.recorded_on::text, a.action_no::text] as position
    from (
      select *
      from user_actions
      where org_id = ${orgId}
        and user_id = ${userId}
        ${firstDay === undefined ? sql`` : sql`and day >= ${firstDay}`}
        ${lastDay === undefined ? sql`` : sql`and day <= ${lastDay}`}
        ${after ? sql`and (recorded_on, action_no) < (${after[0]}::date, ${after[1]}::bigint)` : sql``}
      order by recorded_on desc, action_no desc
      limit ${limit + 1}
    ) a ${sql.raw(ACTION_NODES)}
    order by a.recorded_on desc, a.action_no desc`.execute(db)
  return rows
}
