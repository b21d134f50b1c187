import type { Db } from '../../platform/db/database.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { eraseRows } from './erase-rows.ts'
import { listUnsettled, settleErasure } from './erasure-store.ts'
import { getPerson } from './person.ts'

const MINUTE_MS = 60_000
/** Longer than any node caches a user's names, even if it missed the notification. */
const AFTER_MS = 15 * MINUTE_MS

interface Options {
  readonly afterMs?: number
  /** Called when one cannot be settled, which does not stop the others. By default the error is thrown. */
  readonly onError?: (error: unknown) => void
}

/**
 * Checks users again after their erasure. An event in flight during the erasure, on a node that had just found the person, is
 * stored by now and is erased as well.
 * @returns the number of users who still had data
 */
export const settleErasures = async (db: Db, { afterMs = AFTER_MS, onError }: Options = {}): Promise<number> => {
  let left = 0
  for (const { orgId, userId } of await listUnsettled(db, afterMs)) {
    try {
      const tables = await transact(db, async (trx) => {
        await lockDirectory(trx, orgId)
        const erased = await eraseRows(trx, orgId, await getPerson(trx, orgId, userId))
        await settleErasure(trx, orgId, userId)
        return erased
      })
      if (tables.length > 0) left++
    } catch (error) {
      if (!onError) throw error
      onError(error)
    }
  }
  return left
}

export const startFinalizer = (db: Db, onError: (error: unknown) => void): AsyncDisposable =>
  startPeriodic(MINUTE_MS, () => settleErasures(db, { onError }), onError)
