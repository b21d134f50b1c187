import type { UserAction } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PageRequest } from '../http/paging.ts'
import { assertUser } from '../people/find-user.ts'
import { describeAction, nodeIdsOf } from './action-sentence.ts'
import { selectNodeNames } from './explain-store.ts'

interface ActionFilter {
  readonly userId: string
  /** By the day that was planned or booked; changes of the week plan are of no day. */
  readonly firstDay: string | undefined
  readonly lastDay: string | undefined
}

/** An entry of the log with its place in it. */
export interface PlacedAction extends UserAction {
  readonly position: [recordedOn: string, actionNo: string]
}

/** The log of a user, newest first, by the primary key of its partitions. @throws AppError entity_not_found */
export const listUserActions = async (
  db: Db,
  orgId: string,
  { userId, firstDay, lastDay }: ActionFilter,
  { limit, after }: PageRequest,
): Promise<PlacedAction[]> => {
  await assertUser(db, orgId, userId)
  const { rows } = await sql<Omit<PlacedAction, 'description'>>`
    select action_id as "actionId", iso_timestamp(recorded_at) as timestamp, user_id as "userId", day, action,
      changed_by as "changedBy", changed_by_user_id as "changedByUserId", reason, before, after,
      array[recorded_on::text, action_no::text] as position
    from user_actions
    where org_id = ${orgId}
      and user_id = ${userId}
      ${firstDay === undefined ? sql`` : sql`and day >= ${firstDay}`}
      ${lastDay === undefined ? sql`` : sql`and day <= ${lastDay}`}
      ${after ? sql`and (recorded_on, action_no) < (${after[0]}::date, ${after[1]}::bigint)` : sql``}
    order by recorded_on desc, action_no desc
    limit ${limit + 1}`.execute(db)
  const names = await selectNodeNames(db, orgId, nodeIdsOf(rows))
  return rows.map((row) => ({ ...row, description: describeAction(row, names) }))
}
