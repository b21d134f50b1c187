import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Runs the work on one connection while no other node writes to the same lake for this organisation. The lock belongs to the
 * connection, so it falls with a node that dies. Gives `undefined` without waiting where somebody else has it.
 */
export const withLakeLock = <T>(
  db: Db,
  orgId: string,
  lake: string,
  work: (connection: Db) => Promise<T>,
): Promise<T | undefined> =>
  db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${`rollcall.lake.${orgId}.${lake}`}, 0)`
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(connection)
    if (!rows[0]?.locked) return undefined
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
