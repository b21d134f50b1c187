import { setTimeout } from 'node:timers/promises'
import { isOvertaken } from '../db/constraints.ts'
import type { Db } from '../db/database.ts'
import { isTransactionConflict } from '../errors.ts'

const ATTEMPTS = 6
const JITTER_MS = 20

/**
 * Runs the work in one transaction, or in that of `db` if there is one. A transaction that PostgreSQL ended to break a
 * deadlock, or that was overtaken, is run again, up to five times, so the work must have no effect outside of it.
 */
export const transact = async <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> => {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !(isTransactionConflict(error) || isOvertaken(error))) throw error
      await setTimeout(Math.random() * JITTER_MS * attempt)
    }
  }
}
