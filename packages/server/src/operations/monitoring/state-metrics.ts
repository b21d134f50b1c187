import { listSourceAlarms } from '../../intake/sources/source-health.ts'
import type { Db } from '../../platform/db/database.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { listRefreshLags } from '../../warehouse/coverage/due-refreshes.ts'
import { listQuarantineGrowth } from '../quarantine/quarantine-growth.ts'
import { readOutbox } from './waiting-mail.ts'

const EVERY_MS = 60_000

/**
 * Updates the metrics of the work's state in the background instead of on each read, because reads must work while the database
 * is away.
 */
export const startStateMetrics = (db: Db, metrics: Metrics, onError: (error: unknown) => void): AsyncDisposable =>
  startPeriodic(EVERY_MS, () => readState(db, metrics, new Date()), onError)

export const readState = async (db: Db, metrics: Metrics, moment: Date): Promise<void> => {
  const lags = await listRefreshLags(db, moment)
  const growths = await listQuarantineGrowth(db)
  const alarms = await listSourceAlarms(db)
  metrics.refreshOverdueDays.set(Math.max(0, ...lags.map(({ days }) => days)))
  metrics.refreshOverdueLocations.set(total(lags.map(({ locations }) => locations)))
  const [oldest] = lags.map(({ oldestDay }) => oldestDay).toSorted()
  metrics.oldestUnpublished.set(oldest === undefined ? 0 : Date.parse(oldest) / 1000)
  metrics.quarantineEvents.set(total(growths.map(({ kept }) => kept)))
  metrics.quarantineLastDay.set(total(growths.map(({ lastDay }) => lastDay)))
  for (const what of ['silent', 'ahead'] as const) {
    metrics.sourceAlarms.set({ what }, alarms.filter((alarm) => alarm.what === what).length)
  }
  const { waiting, oldestSeconds } = await readOutbox(db)
  metrics.mailsWaiting.set(waiting)
  metrics.oldestMail.set(oldestSeconds)
  metrics.stateRead.set(moment.getTime() / 1000)
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
