import type { Erasure } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'

/** Returns the erasure of a user; undefined if the user was not erased. */
export const findErasure = async (db: Db, orgId: string, userId: string): Promise<Erasure | undefined> => {
  const { rows } = await sql<Erasure>`
    select user_id as "userId", iso_timestamp(erased_at) as "erasedAt", erased_by_user_id as "erasedByUserId", reason,
      restated_days as "restatedDays", rows as tables
    from erasures
    where org_id = ${orgId} and user_id = ${userId}
  `.execute(db)
  return rows[0]
}

interface NewErasure extends Pick<Erasure, 'userId' | 'reason' | 'restatedDays' | 'tables'> {
  readonly byUserId: string | null
}

export const saveErasure = async (
  trx: Db,
  orgId: string,
  { userId, reason, byUserId, restatedDays, tables }: NewErasure,
): Promise<void> => {
  await sql`
    insert into erasures (org_id, user_id, erased_by_user_id, reason, rows, restated_days)
    values (${orgId}, ${userId}, ${byUserId}, ${reason}, ${JSON.stringify(tables)}, ${restatedDays})
  `.execute(trx)
}

export interface LoggedErasure extends Pick<NewErasure, 'userId' | 'reason' | 'byUserId'> {
  /** As the log of user actions names it: retention follows from what a directory deleted. */
  readonly changedBy: 'administrator' | 'directory'
}

/** Writes an entry to the person's log, next to the changes of their plans and bookings. */
export const logErasure = async (
  trx: Db,
  orgId: string,
  { userId, reason, byUserId, changedBy }: LoggedErasure,
): Promise<void> => {
  await sql`select ensure_user_action_partition((now() at time zone 'UTC')::date)`.execute(trx)
  await sql`
    insert into user_actions
      (org_id, user_id, recorded_on, recorded_at, action_id, action, changed_by, changed_by_user_id, reason)
    values (
      ${orgId}, ${userId}, (now() at time zone 'UTC')::date, now(), gen_random_uuid(), 'erased', ${changedBy}, ${byUserId},
      ${reason}
    )
  `.execute(trx)
}

/** Returns erasures that are older than this and were not checked again. */
export const listUnsettled = async (db: Db, afterMs: number): Promise<{ orgId: string; userId: string }[]> => {
  const { rows } = await sql<{ orgId: string; userId: string }>`
    select org_id as "orgId", user_id as "userId"
    from erasures
    where settled_at is null and erased_at < now() - ${`${afterMs}ms`}::interval and ${servedHere('erasures.org_id')}
    order by erased_at
  `.execute(db)
  return rows
}

export const settleErasure = async (trx: Db, orgId: string, userId: string): Promise<void> => {
  await sql`
    update erasures set settled_at = now() where org_id = ${orgId} and user_id = ${userId} and settled_at is null
  `.execute(trx)
}
