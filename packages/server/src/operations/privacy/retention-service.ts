import type { RetentionKind } from '@rollcall/contract'
import { withLock } from '../../platform/db/advisory-lock.ts'
import { readClock } from '../../platform/db/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { daysAfter } from '../../platform/time/day.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { findFirstDayOfAll, listDaysWithAnything } from '../../warehouse/coverage/refresh-locations.ts'
import { anonymizeDay } from './anonymize-day.ts'
import { anonymizeRows, findFirstRow, type RowKind } from './anonymize-rows.ts'
import { eraseDeletedUsers } from './deleted-users.ts'
import { hasLatePresence, removeLatePresence } from './late-presence.ts'
import { isSettled } from './ready-days.ts'
import { advanceRun, endRetentionRun, listRetainedKinds, type RetainedKind, startRetentionRun } from './retention-store.ts'

interface RetentionOptions {
  /** The time that decides what is old; for tests. */
  readonly moment?: Date
  /** Stops after the batch in progress. */
  readonly signal?: AbortSignal | undefined
}

/** The result for one kind of data. */
export interface RetentionReport {
  readonly kind: RetentionKind | 'deletedUsers'
  /** The last day that had to be anonymized; `through` is the last one that is. */
  readonly lastDay: string
  readonly through: string | null
}

/**
 * Anonymizes data past its retention (domain §11) in batches and stores the progress, so the next run resumes after an
 * interruption. Presence waits for days that are not completely published. Returns `undefined` if another node is running.
 * @throws the first failure, after the other kinds
 */
export const runRetention = (
  database: Pick<Database, 'db' | 'pool'>,
  orgId: string,
  { signal, ...options }: RetentionOptions = {},
): Promise<RetentionReport[] | undefined> =>
  withLock(database.db, { name: `rollcall.retention.${orgId}`, wait: false }, async () => {
    const moment = options.moment ?? (await readClock(database.db))
    const reports: RetentionReport[] = []
    const errors: unknown[] = []
    for (const retained of await listRetainedKinds(database.db, orgId, moment)) {
      if (signal?.aborted) break
      try {
        const isLate = await hasLateRows(database.db, orgId, retained)
        if (!isLate && retained.through === retained.lastDay) continue
        const through = await anonymizeKind(database, orgId, { ...retained, isLate }, { moment, signal })
        reports.push({ kind: retained.kind, lastDay: retained.lastDay, through })
      } catch (error) {
        errors.push(error)
      }
    }
    try {
      const lastDay = await eraseDeletedUsers(database.db, orgId, { moment, signal })
      if (lastDay !== undefined) reports.push({ kind: 'deletedUsers', lastDay, through: lastDay })
    } catch (error) {
      errors.push(error)
    }
    if (errors.length > 0) throw errors[0]
    return reports
  })

interface Options {
  readonly moment: Date
  readonly signal: AbortSignal | undefined
}

/** Whether data arrived for days that are anonymous already. */
const hasLateRows = async (db: Db, orgId: string, { kind, through }: RetainedKind): Promise<boolean> => {
  if (through === null) return false
  if (kind === 'presence') return hasLatePresence(db, orgId, through)
  const first = await findFirstRow(db, orgId, kind)
  return first !== undefined && first <= through
}

interface DueKind extends RetainedKind {
  readonly isLate: boolean
}

const anonymizeKind = async (
  database: Pick<Database, 'db' | 'pool'>,
  orgId: string,
  due: DueKind,
  options: Options,
): Promise<string | null> => {
  const { db } = database
  const days = due.kind === 'presence' ? await listPresenceDays(db, orgId, due) : []
  // Without work no run is recorded.
  if (!due.isLate && days[0] !== undefined && !(await isSettled(db, orgId, days[0]))) return due.through
  const runNo = await startRetentionRun(db, orgId, due.kind)
  try {
    const through =
      due.kind === 'presence'
        ? await anonymizePresence(database, orgId, runNo, { ...due, days }, options)
        : await anonymizeBatches(db, orgId, runNo, { ...due, kind: due.kind }, options)
    await endRetentionRun(db, orgId, runNo, null)
    return through
  } catch (error) {
    await endRetentionRun(db, orgId, runNo, describe(error)).catch(() => {})
    throw error
  }
}

const MAX_ERROR = 1000
const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR)

const listPresenceDays = async (db: Db, orgId: string, { lastDay, through }: DueKind): Promise<string[]> => {
  const firstDay = through === null ? await findFirstDayOfAll(db, orgId) : daysAfter(through, 1)
  return firstDay === undefined || firstDay > lastDay ? [] : listDaysWithAnything(db, orgId, firstDay, lastDay)
}

/**
 * Deletes late data for anonymous days, then republishes and anonymizes day by day, and finally deletes what remains of the days
 * between them.
 */
const anonymizePresence = async (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  orgId: string,
  runNo: number,
  { lastDay, through, days, isLate }: DueKind & { readonly days: readonly string[] },
  { moment, signal }: Options,
): Promise<string | null> => {
  const removeLate = (day: string) =>
    transact(db, async (trx) => advanceRun(trx, orgId, runNo, { through: day, rows: await removeLatePresence(trx, orgId, day) }))
  if (isLate && through !== null) await removeLate(through)
  let done = through
  for (const day of days) {
    if (signal?.aborted || !(await isSettled(db, orgId, day))) return done
    await anonymizeDay(pool, orgId, { day, moment, runNo, signal })
    done = day
  }
  if (lastDay !== through) await removeLate(lastDay)
  return lastDay
}

/** Processes the months that contain data one at a time, even those before the last anonymized day. */
const anonymizeBatches = async (
  db: Db,
  orgId: string,
  runNo: number,
  { kind, lastDay, through }: Omit<DueKind, 'kind'> & { readonly kind: RowKind },
  { signal }: Options,
): Promise<string | null> => {
  let after = through
  for (;;) {
    signal?.throwIfAborted()
    const first = await findFirstRow(db, orgId, kind)
    const batchDay = first === undefined ? lastDay : earliest(lastDayOfMonth(first), lastDay)
    const reached = after !== null && after > batchDay ? after : batchDay
    await transact(db, async (trx) => {
      const rows = await anonymizeRows(trx, orgId, kind, { firstDay: first ?? batchDay, lastDay: batchDay })
      await advanceRun(trx, orgId, runNo, { through: reached, rows })
    })
    if (batchDay === lastDay) return lastDay
    after = reached
  }
}

const earliest = (a: string, b: string): string => (a < b ? a : b)
const lastDayOfMonth = (day: string): string => daysAfter(`${daysAfter(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`, -1)
