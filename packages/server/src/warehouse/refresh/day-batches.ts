import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { daysBetween } from '../../platform/time/day.ts'

/** Rows that the database sorts at once, roughly: one per user and day. */
const BATCH_ROWS = 60_000
const MAX_DAYS = 31

/** Days that are computed by one statement, without gaps. */
export interface DayBatch {
  readonly firstDay: string
  readonly lastDay: string
}

/** Cuts days, in their order, into batches. A batch reads the organization once, so more days are cheaper than one by one. */
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

/** As many days as keep a batch at a size that is sorted in memory. */
export const chooseDaysPerBatch = async (db: Db, orgId: string): Promise<number> => {
  const { rows } = await sql<{ users: number }>`
    select count(*)::integer as users from users where org_id = ${orgId}`.execute(db)
  return Math.min(MAX_DAYS, Math.max(1, Math.floor(BATCH_ROWS / Math.max(1, rows[0]?.users ?? 0))))
}
