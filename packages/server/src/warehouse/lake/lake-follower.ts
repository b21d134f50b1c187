import type { Database } from '../../platform/db/database.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { ensureTimeline, type FeedTimeline } from '../feed/feed-timeline.ts'
import { exportLake, type LakeReport } from './lake-service.ts'
import type { LakeStorage } from './lake-storage.ts'
import { selectBehind, selectPublishing } from './lake-store.ts'

const MINUTE_MS = 60_000
/** How often the lakes of all organizations are checked, even if they are up to date. */
const LOOKS_BETWEEN_CHECKS = 60

interface FollowerOptions {
  readonly everyMs?: number
  readonly onExported: (orgId: string, report: LakeReport) => void
  readonly onTimelineStarted?: (timeline: FeedTimeline) => void
  /** The next check retries what failed. */
  readonly onError: (error: unknown) => void
}

/**
 * Keeps the lake up to date with the warehouse. At the start and every minute it looks for publications that the lake lacks, by
 * any node. At the start and every hour it also checks the lakes themselves, which are ahead of the database after an older
 * backup was restored. Disposing waits for the file in progress.
 */
export const startLakeFollower = (
  database: Pick<Database, 'db' | 'pool'>,
  lake: LakeStorage,
  { everyMs = MINUTE_MS, onExported, onTimelineStarted, onError }: FollowerOptions,
): AsyncDisposable => {
  const stopping = new AbortController()
  const { signal } = stopping
  let looks = 0
  const follow = async (): Promise<void> => {
    const { id: timelineId } = await ensureTimeline(database.db, onTimelineStarted)
    const isCheck = looks++ % LOOKS_BETWEEN_CHECKS === 0
    const orgIds = isCheck ? await selectPublishing(database.db) : await selectBehind(database.db, lake.address, timelineId)
    for (const orgId of orgIds) {
      if (signal.aborted) return
      try {
        const report = await exportLake(database, lake, orgId, { signal, onTimelineStarted })
        if (report && (report.segments > 0 || report.rewritten)) onExported(orgId, report)
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
