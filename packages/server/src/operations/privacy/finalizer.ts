import type { Db } from '../../platform/db/database.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { eraseRows } from './erase-rows.ts'
import { listUnsettled, settleErasure } from './erasure-store.ts'
import { getPerson } from './person.ts'

const MINUTE_MS = 60_000
/** Longer than any node remembers who somebody is, should it have missed the notification. */
const AFTER_MS = 15 * MINUTE_MS

/**
 * Looks once more at those who were erased: what was on its way meanwhile, by a node that had found the person just before, is
 * stored by then, and goes as well.
 * @returns how many of them had something left
 */
export const settleErasures = async (db: Db, { afterMs = AFTER_MS } = {}): Promise<number> => {
  let left = 0
  for (const { orgId, userId } of await listUnsettled(db, afterMs)) {
    const tables = await transact(db, async (trx) => {
      await lockDirectory(trx, orgId)
      const erased = await eraseRows(trx, orgId, await getPerson(trx, orgId, userId))
      await settleErasure(trx, orgId, userId)
      return erased
    })
    if (tables.length > 0) left++
  }
  return left
}

export const startFinalizer = (db: Db, onError: (error: unknown) => void): AsyncDisposable =>
  startPeriodic(MINUTE_MS, () => settleErasures(db), onError)
