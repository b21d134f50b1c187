import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { transact } from '../../platform/transactions/transact.ts'

const MONTHS_AHEAD = 2
const LOCK_TIMEOUT_MS = 3_000

interface PartitionOptions {
  /** The current time; tests replace it. */
  readonly now?: Date
  /** How long to wait for other locks on the tables. */
  readonly lockTimeoutMs?: number
}

/**
 * Creates the partitions of this month and the next two, each in its own transaction. Creating a partition waits for all writers of
 * the table and blocks new ones, so a transaction with other work would block them until it ends. Several nodes may call this at
 * once. It fails if a lock takes too long, and can be retried for two months.
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
