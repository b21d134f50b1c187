import type { RetentionKind } from '@rollcall/contract'
import { sql } from 'kysely'
import { withLock } from '../db/advisory-lock.ts'
import { readClock } from '../db/clock.ts'
import type { Database, Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { findFirstDayOfAll, listDaysWithAnything } from '../refresh/refresh-locations.ts'
import { daysAfter } from '../time/day.ts'
import { anonymiseDay } from './anonymise-day.ts'
import { anonymiseRows, type Days, findFirstRow, type RowKind } from './anonymise-rows.ts'
import { isSettled } from './ready-days.ts'
import { advanceRun, type DueKind, endRetentionRun, listDueKinds, startRetentionRun } from './retention-store.ts'

interface RetentionOptions {
  /** The time that decides what is old; for tests. */
  readonly moment?: Date
  /** Stops after the batch in progress. */
  readonly signal?: AbortSignal | undefined
}

/** What became of one kind. */
export interface RetentionReport {
  readonly kind: RetentionKind
  /** Up to which day it was to be anonymised, and is. */
  readonly lastDay: string
  readonly through: string | null
}

/**
 * Anonymises what the organisation keeps no longer (domain §11), a batch after the other, and remembers how far: stopped or failed,
 * the next run goes on there. Presence waits where a day is not published as it is. Gives `undefined` where another node is at it.
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
    for (const due of await listDueKinds(database.db, orgId, moment)) {
      if (signal?.aborted) break
      try {
        const through = await anonymiseKind(database, orgId, due, { moment, signal })
        reports.push({ kind: due.kind, lastDay: due.lastDay, through })
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
    return reports
  })

interface Options {
  readonly moment: Date
  readonly signal: AbortSignal | undefined
}

const anonymiseKind = async (
  database: Pick<Database, 'db' | 'pool'>,
  orgId: string,
  due: DueKind,
  options: Options,
): Promise<string | null> => {
  const { db } = database
  const days = due.kind === 'presence' ? await listPresenceDays(db, orgId, due) : []
  // Nothing to do yet is no run.
  if (days[0] !== undefined && !(await isSettled(db, orgId, days[0]))) return due.through
  const runNo = await startRetentionRun(db, orgId, due.kind)
  try {
    const through =
      due.kind === 'presence'
        ? await anonymisePresence(database, orgId, runNo, { ...due, days }, options)
        : await anonymiseBatches(db, orgId, runNo, { ...due, kind: due.kind }, options)
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

/** Day by day, each published again; then what came for such days too late to be counted. */
const anonymisePresence = async (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  orgId: string,
  runNo: number,
  { lastDay, through, days }: DueKind & { readonly days: readonly string[] },
  { moment, signal }: Options,
): Promise<string | null> => {
  let done = through
  for (const day of days) {
    if (signal?.aborted || !(await isSettled(db, orgId, day))) return done
    await anonymiseDay(pool, orgId, { day, moment, runNo, signal })
    done = day
  }
  await transact(db, async (trx) =>
    advanceRun(trx, orgId, runNo, { through: lastDay, rows: await removeLate(trx, orgId, lastDay) }),
  )
  return lastDay
}

/** What was planned or reported for days that are anonymous already counts nowhere. */
const removeLate = async (trx: Db, orgId: string, lastDay: string): Promise<Record<string, number>> => {
  await sql`select set_config('rollcall.anonymising', 'on', true)`.execute(trx)
  const conditions = {
    bookings: sql`day <= ${lastDay}`,
    day_plans: sql`day <= ${lastDay}`,
    presence_events: sql`utc_day <= ${lastDay}::date + 1 and local_day <= ${lastDay}`,
  }
  const rows: Record<string, number> = {}
  for (const [table, isLate] of Object.entries(conditions)) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where org_id = ${orgId} and ${isLate}`.execute(trx)
    rows[table] = Number(numAffectedRows ?? 0)
  }
  return rows
}

/** A month at a time. */
const anonymiseBatches = async (
  db: Db,
  orgId: string,
  runNo: number,
  { kind, lastDay, through }: Omit<DueKind, 'kind'> & { readonly kind: RowKind },
  { signal }: Options,
): Promise<string | null> => {
  let next = (through === null ? await findFirstRow(db, orgId, kind) : daysAfter(through, 1)) ?? lastDay
  if (next > lastDay) next = lastDay
  while (next <= lastDay) {
    signal?.throwIfAborted()
    const days: Days = { firstDay: next, lastDay: earliest(lastDayOfMonth(next), lastDay) }
    await transact(db, async (trx) => {
      const rows = await anonymiseRows(trx, orgId, kind, days)
      await advanceRun(trx, orgId, runNo, { through: days.lastDay, rows })
    })
    next = daysAfter(days.lastDay, 1)
  }
  return lastDay
}

const earliest = (a: string, b: string): string => (a < b ? a : b)
const lastDayOfMonth = (day: string): string => daysAfter(`${daysAfter(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`, -1)
