import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Checks of fewer new rows take no time, whatever was planned. */
const MANY_ROWS = 500

/**
 * Has the connection plan its statements again before many rows are written, of which there may be so many. PostgreSQL keeps the plans
 * of its checks of foreign keys: one from when a table was nearly empty reads all of it, so that the check of each new row would read
 * all new rows.
 */
export const discardPlans = async (connection: Db, rows = Number.POSITIVE_INFINITY): Promise<void> => {
  if (rows >= MANY_ROWS) await sql`discard plans`.execute(connection)
}
