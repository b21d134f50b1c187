import { recordChange } from '../../gate/audit/audit-log.ts'
import { addUpTicks, lockChanges, markPublished, readDayChanges } from '../../intake/day-changes/day-changes.ts'
import { readClock } from '../../platform/db/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { NO_PAUSE, type Pause } from '../../platform/fairness/pauses.ts'
import { byWorkers } from '../../platform/jobs/by-workers.ts'
import { daysBetween } from '../../platform/time/day.ts'
import { createTurns } from '../../platform/transactions/directory-lock.ts'
import { createRollups } from '../analytics/rollup.ts'
import { forgetErasedRows } from '../chunks/chunk-cache.ts'
import { afterPublishedDays, savePublishedThrough } from '../coverage/refresh-locations.ts'
import { batchDays, type DayBatch, planReading } from './day-batches.ts'
import { markOvertakenDays, readDirectoryRevision } from './directory-race.ts'
import { createPolicyRollup } from './policy-rollup.ts'
import type { RefreshConnections, RefreshReader } from './refresh-connections.ts'
import { planRefresh, type RefreshScope } from './refresh-plan.ts'
import { succeedRun } from './refresh-runs.ts'
import { restateAttendance } from './restate-attendance.ts'
import { createDailyRestatement } from './restate-daily.ts'
import { createPresenceRestatement } from './restate-presence.ts'
import { createRevisionBuffer, type PublishedCounts } from './revision-buffer.ts'
import { assignPositions } from './revision-store.ts'
import { beginReading, withSecondReader } from './second-reader.ts'

export interface RefreshProgress {
  /** The number of days and policy weeks computed so far, and in total. */
  readonly done: number
  readonly total: number
  /** The last of these days, or the Sunday of the last week. */
  readonly day: string
}

export interface PublishOptions extends RefreshScope {
  /** The time that decides which days are over; the database's by default, set by tests. */
  readonly moment?: Date
  /** Cancels the run; nothing is published. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: RefreshProgress) => void
  /** Awaited between statements, so that others go first. */
  readonly pause?: Pause
  /** The maximum time that a statement waits for locks. */
  readonly lockTimeoutMs?: number
}

/** First reads of presence block a refresh for seconds. What takes longer is probably waiting for this very run. */
const LOCK_TIMEOUT_MS = 120_000

export interface PublishReport extends PublishedCounts {
  /** The number of computed days. */
  readonly days: number
  /** The last day that is over in any of the locations. */
  readonly lastDayOver: string
}

/** Computes the days of a refresh that has the lock from one snapshot, and publishes them and its success by one commit. */
export const publishDays = async (
  pool: Database['pool'],
  connections: RefreshConnections,
  orgId: string,
  runNo: number,
  options: PublishOptions,
): Promise<PublishReport> => {
  const { reader, readerClient, writer, writerClient } = connections
  const { signal, onProgress, pause = NO_PAUSE, lockTimeoutMs = LOCK_TIMEOUT_MS } = options
  // A user who changes a table may wait for one of the connections while another waits for that user. PostgreSQL cannot see this
  // deadlock.
  await beginReading(readerClient, lockTimeoutMs)
  await writerClient.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)

  const startedAt = await readClock(reader)
  const moment = await afterPublishedDays(reader, orgId, options.moment ?? startedAt)
  const plan = await planRefresh(reader, orgId, moment, options)
  const changes = await readDayChanges(reader, orgId, [...plan.days, ...plan.anonymousDays, ...plan.weekEnds])
  const computed = new Set([...plan.days, ...plan.anonymousDays])
  const seen = changes.filter(({ day, topic }) => topic === 'policies' || computed.has(day))
  const revision = await readDirectoryRevision(reader, orgId)
  const counts: PublishedCounts = { rows: 0, segments: 0, restated: 0 }
  const attendance = createRevisionBuffer(writer, orgId, 'user-booking-attendance', counts)
  const isForced = options.all === true || options.days !== undefined
  const presence = createPresenceRestatement(writer, orgId, plan, { isForced, counts })
  const daily = await createDailyRestatement({ reader, writer, orgId, moment, plan, counts })
  const rollups = createRollups({ writer, orgId, publishedThrough: plan.publishedThrough }, plan.days)
  const saving = createTurns()
  const total = plan.days.length + plan.weekEnds.length
  let done = 0
  const compute = async (batch: DayBatch, readers: readonly RefreshReader[]): Promise<void> => {
    signal?.throwIfAborted()
    await pause()
    const rollup = rollups.ofDays(batch)
    const parts = [
      (on: RefreshReader) => restateAttendance({ on, orgId, moment, startedAt, plan }, batch, attendance, rollup),
      async (on: RefreshReader) => presence.compare(batch, on, await rollup.count(on.reader)),
      ...daily.partsOf(batch, rollup),
    ]
    await byWorkers(parts, readers, (part, on) => part(on).then(pause))
    // Two rollups of one month change the same rows, which one of them reads before it writes.
    await saving(orgId, rollup.save)
    done += daysBetween(batch.firstDay, batch.lastDay) + 1
    onProgress?.({ done, total, day: batch.lastDay })
  }
  const { batches, isLarge } = await planReading(reader, orgId, plan.days)
  const read = (readers: readonly RefreshReader[]) =>
    byWorkers(batches, batches.length < readers.length ? [readers] : readers.map((each) => [each]), compute)
  await (isLarge ? withSecondReader(pool, connections, lockTimeoutMs, read) : read([connections]))
  // What is anonymous in other datasets may still change in these.
  for (const batch of batchDays(plan.anonymousDays, 1))
    await byWorkers(daily.partsOf(batch), [connections], (part, on) => part(on))
  for (const batch of batchDays(plan.weekEnds, 1)) {
    signal?.throwIfAborted()
    const rollup = createPolicyRollup({ reader, writer, orgId, plan }, batch.lastDay)
    await byWorkers(daily.weeksOf(batch, rollup.watch), [connections], (part, on) => part(on).then(pause))
    await rollup.save()
    done += 1
    onProgress?.({ done, total, day: batch.lastDay })
  }
  await rollups.saveLatePlans(reader, plan.lastDayOver)
  await attendance.flush()
  await daily.flush()
  const unsettled = await presence.publish()
  signal?.throwIfAborted()
  await lockChanges(writer, orgId)
  await addUpTicks(writer, [orgId])
  await markPublished(
    writer,
    orgId,
    seen.filter(({ day }) => !unsettled.has(day)),
  )
  await savePublishedThrough(writer, orgId, moment, plan.newlyPublished)
  await markOvertakenDays(writer, orgId, [...plan.days, ...plan.weekEnds], revision)
  await forgetErasedRows(writer, orgId)
  await assignPositions(writer, orgId)
  await succeedRun(writer, orgId, runNo, { ...counts, days: plan.days.length })
  await recordChange(writer, orgId, {
    entity: { type: 'refresh', id: String(runNo) },
    after: { locationIds: options.locationIds, all: options.all, ...options.days, publishedDays: plan.days.length, ...counts },
  })
  // The reader commits first: after the writer's commit nothing may fail.
  await readerClient.query('commit')
  await writerClient.query('commit')
  return { ...counts, days: plan.days.length, lastDayOver: plan.lastDayOver }
}
