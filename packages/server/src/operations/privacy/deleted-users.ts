import { sql } from 'kysely'
import { currentAct, runAct } from '../../gate/audit/act.ts'
import type { Db } from '../../platform/db/database.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { boundLockWait } from '../../platform/transactions/lock-wait.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { eraseKnown } from './erasure-service.ts'
import { getPerson } from './person.ts'

/** It names no one, whatever the people of the organization are called. */
const REASON = 'A provider deleted the user, and the retention of deleted users is over.'

interface Due {
  readonly userIds: readonly string[]
  /** The last day of a deletion that is past the retention. */
  readonly lastDay: string
}

/** Returns the users whom a provider deleted longer ago than the setting allows, and who are inactive, by the index on the time. */
const selectDue = async (db: Db, orgId: string, moment: Date, userId?: string): Promise<Due | undefined> => {
  const { rows } = await sql<Due>`
    select (d.first_kept - 1)::text as "lastDay", array_agg(p.user_id::text order by p.deleted_at, p.user_id) as "userIds"
    from organizations o
    cross join lateral (
      select (${moment}::timestamptz at time zone o.time_zone)::date - o.deleted_user_retention_days as first_kept
    ) d
    join provisioned_users p on p.org_id = o.id and p.deleted_at < d.first_kept::timestamp at time zone o.time_zone
    join users u on u.org_id = p.org_id and u.id = p.user_id and u.status = 'inactive' and u.erased_at is null
    where o.id = ${orgId} and o.placement = 'here' and (${userId ?? null}::uuid is null or p.user_id = ${userId ?? null}::uuid)
    group by d.first_kept`.execute(db)
  return rows[0]
}

interface Options {
  readonly moment: Date
  readonly signal: AbortSignal | undefined
}

/**
 * Erases users whom a provider deleted when their retention is over: what they did stays counted, under an id that no longer identifies
 * anyone. Each is a transaction and an act. Returns the last day whose deletions are erased, if there were any.
 * @throws the first failure, after the other users
 */
export const eraseDeletedUsers = async (db: Db, orgId: string, { moment, signal }: Options): Promise<string | undefined> => {
  const due = await selectDue(db, orgId, moment)
  if (!due) return undefined
  const errors: unknown[] = []
  const actor = currentAct()?.actor ?? ({ type: 'service', name: 'retention' } as const)
  for (const userId of due.userIds) {
    if (signal?.aborted) break
    await runAct({ action: 'person.erase', actor }, () => eraseIfDue(db, orgId, userId, moment)).catch((error) =>
      errors.push(error),
    )
  }
  if (errors.length > 0) throw errors[0]
  return due.lastDay
}

/** The provider may have sent the user again in the meantime. */
const eraseIfDue = (db: Db, orgId: string, userId: string, moment: Date): Promise<void> =>
  transact(db, async (trx) => {
    await boundLockWait(trx)
    await lockDirectory(trx, orgId)
    if (!(await selectDue(trx, orgId, moment, userId))) return
    const person = await getPerson(trx, orgId, userId)
    await eraseKnown(trx, orgId, person, { reason: REASON, byUserId: null, changedBy: 'directory' })
  })
