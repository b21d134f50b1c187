import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Has the connection plan its statements again, before many rows are written. PostgreSQL keeps the plans of its checks of foreign keys:
 * one from when a table was nearly empty reads all of it, so that the check of each new row would read all new rows.
 */
export const discardPlans = async (connection: Db): Promise<void> => {
  await sql`discard plans`.execute(connection)
}

/** Checks of fewer new rows take no time, whatever was planned. */
const MANY_ROWS = 500

/** The same for a transaction that often writes few rows: those are not worth planning again. */
export const discardPlansForMany = async (connection: Db, rows: number): Promise<void> => {
  if (rows >= MANY_ROWS) await discardPlans(connection)
}
