import type { Database } from '../db/database.ts'
import { startPeriodic } from '../jobs/periodic.ts'
import { exportLake, type LakeReport } from './lake-service.ts'
import type { LakeStorage } from './lake-storage.ts'
import { selectBehind } from './lake-store.ts'

const MINUTE_MS = 60_000

interface FollowerOptions {
  readonly everyMs?: number
  readonly onExported: (orgId: string, report: LakeReport) => void
  /** What failed is done again by the next look. */
  readonly onError: (error: unknown) => void
}

/**
 * Keeps the lake as the warehouse is: looks at the start and every minute for publications that it does not have, whoever made
 * them, on whatever node. Disposing ends after the file in progress.
 */
export const startLakeFollower = (
  database: Pick<Database, 'db' | 'pool'>,
  lake: LakeStorage,
  { everyMs = MINUTE_MS, onExported, onError }: FollowerOptions,
): AsyncDisposable => {
  const stopping = new AbortController()
  const { signal } = stopping
  const follow = async (): Promise<void> => {
    for (const orgId of await selectBehind(database.db, lake.address)) {
      if (signal.aborted) return
      try {
        const report = await exportLake(database, lake, orgId, signal)
        if (report && report.segments > 0) onExported(orgId, report)
      } catch (error) {
        if (!signal.aborted) onError(error)
      }
    }
  }
  const timer = startPeriodic(everyMs, follow, onError)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await timer[Symbol.asyncDispose]()
    },
  }
}
