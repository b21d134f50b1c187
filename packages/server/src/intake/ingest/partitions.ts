import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { transact } from '../../platform/transactions/transact.ts'

const MONTHS_AHEAD = 2
const LOCK_TIMEOUT_MS = 3_000

interface PartitionOptions {
  /** Returns the time now; tests replace it. */
  readonly now?: Date
  /** The time to wait for other locks on the tables. */
  readonly lockTimeoutMs?: number
}

/**
 * Creates the partitions of this month and the next two, each in its own transaction. Creating one waits for all writers of the
 * table and blocks everyone else meanwhile, so a transaction that creates one on its way would block them until it ends. Several
 * nodes may do this at once. It fails where a lock takes too long, and has two months to try again.
 */
export const makePartitionsAhead = async (
  db: Db,
  { now = new Date(), lockTimeoutMs = LOCK_TIMEOUT_MS }: PartitionOptions = {},
): Promise<void> => {
  const thisMonth = Temporal.PlainDate.from(now.toISOString().slice(0, 10)).with({ day: 1 })
  for (let months = 0; months <= MONTHS_AHEAD; months++) {
    await transact(db, async (trx) => {
      await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(trx)
      await sql`select ensure_event_partitions(${thisMonth.add({ months }).toString()})`.execute(trx)
    })
  }
}
