import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { transact } from '../../platform/transactions/transact.ts'

const MONTHS_AHEAD = 2
const LOCK_TIMEOUT_MS = 3_000

interface PartitionOptions {
  /** The time now; for tests. */
  readonly now?: Date
  /** How long to wait for what others do with the tables. */
  readonly lockTimeoutMs?: number
}

/**
 * Makes the partitions of this month and the next two, each month in a transaction of its own. Making one waits for all who write
 * the table and everybody else waits behind it, so whoever does it on the way would hold them up until the end of a possibly long
 * transaction. Safe on several nodes at once; where it takes too long it fails, and there are two months for trying again.
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
