import { withLock } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * Runs the work on one connection while no other node does the same for this location. If another node does and `wait` is not
 * set, it returns `undefined` at once.
 */
export const withLocationLock = <T>(
  db: Db,
  { orgId, locationId, wait }: { orgId: string; locationId: string; wait: boolean },
  work: (connection: Db) => Promise<T>,
): Promise<T | undefined> => withLock(db, { name: `rollcall.horizon.${orgId}.${locationId}`, wait }, work)
