import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Returns the time of the database. Irreversible steps use it, because it is the same for all nodes: a node whose own clock is
 * wrong does no harm.
 */
export const readClock = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}
