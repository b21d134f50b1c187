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

/** Below this number of rows, a second connection to read them costs more than it saves: it is opened and knows no plan yet. */
const ROWS_FOR_TWO_READERS = 2_000

/** How to read the days of an organization. */
export interface ReadingPlan {
  readonly batches: readonly DayBatch[]
  /** Whether the rows are so many that two connections read them sooner than one. */
  readonly isLarge: boolean
}

/** A batch has as many days as have rows that are still sorted in memory. */
export const planReading = async (db: Db, orgId: string, days: readonly string[]): Promise<ReadingPlan> => {
  const { rows } = await sql<{ users: number }>`
    select count(*)::integer as users from users where org_id = ${orgId}`.execute(db)
  const users = Math.max(1, rows[0]?.users ?? 0)
  const daysPerBatch = Math.min(MAX_DAYS, Math.max(1, Math.floor(BATCH_ROWS / users)))
  return { batches: batchDays(days, daysPerBatch), isLarge: users * days.length >= ROWS_FOR_TWO_READERS }
}
