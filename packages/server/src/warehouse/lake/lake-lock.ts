import { withLock } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * Runs the work on one connection while no other node writes to the same lake for this organization. If another node does, it
 * returns `undefined` at once, unless it is asked to wait.
 */
export const withLakeLock = <T>(
  db: Db,
  orgId: string,
  lake: string,
  work: (connection: Db) => Promise<T>,
  wait = false,
): Promise<T | undefined> => withLock(db, { name: `rollcall.lake.${orgId}.${lake}`, wait }, work)
