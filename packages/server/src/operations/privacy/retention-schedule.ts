import type { Database } from '../../platform/db/database.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { runRetention } from './retention-service.ts'
import { listRetainingOrganizations } from './retention-store.ts'

const HOUR_MS = 3_600_000

/**
 * Checks every hour on any node for data past its retention. Usually there is some once a day; if a refresh had to run first, a
 * later check finds its result. Disposing waits for the batch in progress.
 */
export const startRetention = (
  database: Pick<Database, 'db' | 'pool'>,
  onError: (error: unknown) => void,
  everyMs = HOUR_MS,
): AsyncDisposable => {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async (): Promise<void> => {
    for (const orgId of await listRetainingOrganizations(database.db)) {
      if (signal.aborted) return
      await runRetention(database, orgId, { signal }).catch((error) => {
        if (!signal.aborted) onError(error)
      })
    }
  }
  const timer = startPeriodic(everyMs, run, onError)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await timer[Symbol.asyncDispose]()
    },
  }
}
