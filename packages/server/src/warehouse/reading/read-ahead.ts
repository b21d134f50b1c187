import { setTimeout as delay } from 'node:timers/promises'
import { MAX_RANGE_DAYS } from '@rollcall/contract'
import { withLock } from '../../platform/db/advisory-lock.ts'
import type { Database } from '../../platform/db/database.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { daysAfter } from '../../platform/time/day.ts'
import { buildPresenceDay } from '../published/presence-segments.ts'
import { listAnnouncedDays } from '../published/published-segments.ts'
import { type CachingWarehouse, cacheSegments } from './cache-segments.ts'
import { type ExpectedReads, listExpectedReads } from './dataset-reads.ts'

const LOOK_MS = 15_000
/** The longest range of a request, counted back from today. */
const DAYS = MAX_RANGE_DAYS + 1
/** Rows that are built at a time, within seconds: a refresh, or a reader of the same day, waits for them at most. */
const GROUP_ROWS = 250_000

interface Options {
  readonly everyMs?: number
  /** The next look tries again. */
  readonly onError: (error: unknown) => void
}

/**
 * Does in the background what the first read of published days would do, for organizations that are expected to read them: one node
 * builds presence, and every node fetches recent rows into its memory. At the start, and after publications, which any node may
 * make. An interrupted build is resumed by the next look of any node. Disposing ends it at once.
 */
export const startReadAhead = (
  warehouse: CachingWarehouse,
  jobs: Pick<Database, 'db' | 'pool'>,
  { everyMs = LOOK_MS, onError }: Options,
): AsyncDisposable => {
  const stopping = new AbortController()
  const { signal } = stopping
  /** What was prepared for each organization, as far as this node knows. */
  const prepared = new Map<string, string>()
  const look = async (): Promise<void> => {
    const lastDay = new Date().toISOString().slice(0, 10)
    const range = { firstDay: daysAfter(lastDay, 1 - DAYS), lastDay }
    const fetched = { bytes: 0 }
    for (const expected of await listExpectedReads(jobs.db)) {
      const { orgId, position, reads } = expected
      const state = JSON.stringify([lastDay, position, reads])
      if (prepared.get(orgId) === state) continue
      try {
        const isBuilt = await buildPresence(jobs, expected, range.firstDay, signal)
        for (const read of reads) {
          signal.throwIfAborted()
          fetched.bytes += await cacheSegments(warehouse, { orgId, ...read, ...range }, fetched.bytes)
        }
        if (isBuilt) prepared.set(orgId, state)
      } catch (error) {
        if (signal.aborted) return
        onError(error)
      }
    }
  }
  const timer = startPeriodic(everyMs, look, onError)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await timer[Symbol.asyncDispose]()
    },
  }
}

/**
 * Builds the presence of the latest days that is only announced, newest first, on one connection besides the two of a build. Rests
 * after each group as long as it took, to leave the processors to requests.
 * @returns false if another node is building
 */
const buildPresence = async (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  { orgId, reads }: ExpectedReads,
  firstDay: string,
  signal: AbortSignal,
): Promise<boolean> => {
  if (!reads.some(({ dataset }) => dataset === 'presence')) return true
  if ((await listAnnouncedDays(db, orgId, firstDay)).length === 0) return true
  const built = await withLock(db, { name: `rollcall.read_ahead.${orgId}`, wait: false }, async (connection) => {
    for (const day of await listAnnouncedDays(connection, orgId, firstDay)) {
      await buildPresenceDay(pool, orgId, day, { maxRows: GROUP_ROWS, signal, rest: (ms) => delay(ms, undefined, { signal }) })
    }
    return true
  })
  return built === true
}
