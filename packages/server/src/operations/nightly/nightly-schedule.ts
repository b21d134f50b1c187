import { listDueHorizons } from '../../planning/horizon/due-horizons.ts'
import { runHorizon } from '../../planning/horizon/horizon-service.ts'
import { readClock } from '../../platform/db/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Fairness, UNSHARED } from '../../platform/fairness/fairness.ts'
import { createPauses } from '../../platform/fairness/pauses.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { listDueRefreshes } from '../../warehouse/coverage/due-refreshes.ts'
import { type RefreshReport, runDueRefresh } from '../../warehouse/refresh/refresh-service.ts'

const MINUTE_MS = 60_000
/** The delay before a failed refresh is retried: it may have failed late, after much work. */
const RETRY_MS = 5 * MINUTE_MS
interface ScheduleOptions {
  /** The current time; the database's by default, set by tests. */
  readonly now?: () => Date | Promise<Date>
  readonly everyMs?: number
  readonly retryMs?: number
  /** Whom a refresh gives way to. */
  readonly fairness?: Fairness
  /** Called after each refresh. An error is reported and does not stop the schedule. */
  readonly onRefreshed?: (orgId: string, report: RefreshReport) => unknown
}

/**
 * Runs the nightly work of each location (domain §8): once per local day, from its refresh hour on, first the horizon engine,
 * then the refresh. The next check on any node catches up a missed night, a failure or an interrupted run. Disposing aborts the
 * refresh in progress, which loses nothing, and waits for the current day of the horizon engine.
 */
export const startNightlySchedule = (
  database: Pick<Database, 'db' | 'pool'>,
  onError: (what: 'horizon engine' | 'refresh' | 'nightly schedule', error: unknown) => void,
  options: ScheduleOptions = {},
): AsyncDisposable => {
  const { db } = database
  const {
    now = () => readClock(db),
    everyMs = MINUTE_MS,
    retryMs = RETRY_MS,
    onRefreshed = () => {},
    fairness = UNSHARED,
  } = options
  const stopping = new AbortController()
  const { signal } = stopping

  const runDue = async (): Promise<void> => {
    // One time for both: otherwise, if the hour struck in between, a refresh could precede the horizon engine.
    const moment = await now()
    for (const { orgId, locationId } of await listDueHorizons(db, moment)) {
      if (signal.aborted) return
      const options = { moment, signal, onlyDue: true }
      await runHorizon(db, orgId, locationId, options).catch((error) => onError('horizon engine', error))
    }
    for (const { orgId } of await listDueRefreshes(db, { moment, retryMs })) {
      if (signal.aborted) return
      try {
        using pauses = createPauses(fairness, { orgId, caller: '' })
        const { pause } = pauses
        const report = await runDueRefresh(database, orgId, { moment, retryMs, signal, pause })
        if (report) await onRefreshed(orgId, report)
      } catch (error) {
        if (!signal.aborted && !isBusy(error)) onError('refresh', error)
      }
    }
  }

  const timer = startPeriodic(everyMs, runDue, (error) => onError('nightly schedule', error))
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await timer[Symbol.asyncDispose]()
    },
  }
}

/** Another node or command is working on it; the next check finds what is due then. */
const isBusy = (error: unknown): boolean => error instanceof AppError && error.code === 'conflict'
