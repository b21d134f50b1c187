import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { daysBetween } from '../../platform/time/day.ts'

/** The approximate number of rows that the database sorts at once: one per user and day. */
const BATCH_ROWS = 60_000
const MAX_DAYS = 31

/** Consecutive days that one statement computes. */
export interface DayBatch {
  readonly firstDay: string
  readonly lastDay: string
}

/** Splits sorted days into batches. A batch reads the organization once, so several days together are cheaper than one by one. */
export const batchDays = (days: readonly string[], daysPerBatch: number): DayBatch[] => {
  const batches: DayBatch[] = []
  for (const day of days) {
    const last = batches.at(-1)
    if (last && daysBetween(last.lastDay, day) === 1 && daysBetween(last.firstDay, day) < daysPerBatch) {
      batches[batches.length - 1] = { firstDay: last.firstDay, lastDay: day }
    } else batches.push({ firstDay: day, lastDay: day })
  }
  return batches
}

/** Returns the number of days whose rows are still sorted in memory. */
export const chooseDaysPerBatch = async (db: Db, orgId: string): Promise<number> => {
  const { rows } = await sql<{ users: number }>`
    select count(*)::integer as users from users where org_id = ${orgId}`.execute(db)
  return Math.min(MAX_DAYS, Math.max(1, Math.floor(BATCH_ROWS / Math.max(1, rows[0]?.users ?? 0))))
}
