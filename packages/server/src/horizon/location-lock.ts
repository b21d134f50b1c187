import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Runs the work on one connection while no other node does the same for this location. The lock belongs to the connection, so
 * it falls with a node that dies. Gives `undefined` without waiting where somebody else has it and `wait` is not set.
 */
export const withLocationLock = <T>(
  db: Db,
  { orgId, locationId, wait }: { orgId: string; locationId: string; wait: boolean },
  work: (connection: Db) => Promise<T>,
): Promise<T | undefined> =>
  db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${`rollcall.horizon.${orgId}.${locationId}`}, 0)`
    if (wait) {
      await sql`select pg_advisory_lock(${key})`.execute(connection)
    } else {
      const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(connection)
      if (!rows[0]?.locked) return undefined
    }
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
