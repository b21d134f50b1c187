import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { transact } from './transact.ts'

/** How long a request waits for a lock that another node holds, for example one that hangs in the middle of an import. */
export const REQUEST_LOCK_WAIT_MS = 15_000

/**
 * Limits each wait for a lock until the transaction ends, for requests on connections without a statement timeout. After the limit
 * PostgreSQL ends the statement (55P03), and the caller gets status 503.
 */
export const boundLockWait = async (trx: Db, waitMs = REQUEST_LOCK_WAIT_MS): Promise<void> => {
  await sql`select set_config('lock_timeout', ${String(waitMs)}, true)`.execute(trx)
}

/** Runs the work of a request in one transaction with that limit. */
export const transactBounded = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  transact(db, async (trx) => {
    await boundLockWait(trx)
    return work(trx)
  })
