import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { unknownLocation } from '../../directory/places/find-location.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { readClock } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { daysAfter } from '../../platform/time/day.ts'
import { localDay } from '../../platform/time/local-day.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { addDesksToHistory, runHorizonDay } from './horizon-day.ts'
import { type History, readHistory } from './horizon-history.ts'
import { withLocationLock } from './location-lock.ts'

export interface HorizonOptions {
  /** The time that decides which day is today; tests set it. */
  readonly moment?: Date
  /** Ends the run after the day in progress. */
  readonly signal?: AbortSignal
  /** Skips a location that another run is processing, or that already had a run on its local day. */
  readonly onlyDue?: boolean
}

export interface HorizonReport {
  readonly locationId: string
  readonly days: number
  readonly plans: number
  readonly bookings: number
  readonly seconds: number
}

/**
 * Turns week plans into day plans and books desks for users without one, for today and the days of the location's booking horizon
 * (domain §4). Running it again changes nothing. After an interruption, the next run resumes where this one stopped.
 *
 * @returns undefined if it was not due, or the signal ended it
 * @throws AppError entity_not_found
 */
export const runHorizon = async (
  db: Db,
  orgId: string,
  locationId: string,
  { moment, signal, onlyDue = false }: HorizonOptions = {},
): Promise<HorizonReport | undefined> =>
  withLocationLock(db, { orgId, locationId, wait: !onlyDue }, async (connection) => {
    const start = performance.now()
    const startedAt = await readClock(connection)
    const settings = await getSettings(connection, orgId, locationId)
    const today = localDay(settings, (moment ?? startedAt).getTime())
    if (onlyDue && (await isDone(connection, orgId, locationId, today))) return undefined
    const isEqual = settings.fairness === 'equal-distribution'
    let history: Promise<History> | undefined
    const counts = { plans: 0, bookings: 0 }
    for (let ahead = 0; ahead <= settings.horizonDays; ahead++) {
      if (signal?.aborted) return undefined
      const day = { orgId, locationId, today, day: daysAfter(today, ahead), commandId: randomUUID() }
      const done = await runHorizonDay(connection, day, () => {
        history ??= readHistory(connection, day, ahead, isEqual)
        return history
      })
      counts.plans += done.plans
      counts.bookings += done.bookings
      if (history) await addDesksToHistory(connection, day, await history)
    }
    await transact(connection, async (trx) => {
      await recordRun(trx, { orgId, locationId, today, startedAt, ...counts })
      await recordChange(trx, orgId, { entity: { type: 'location', id: locationId, name: settings.name }, after: counts })
    })
    const seconds = (performance.now() - start) / 1000
    return { locationId, days: settings.horizonDays + 1, ...counts, seconds }
  })

const getSettings = async (db: Db, orgId: string, locationId: string) => {
  const settings = await db
    .selectFrom('locations as l')
    .innerJoin('organizations as o', 'o.id', 'l.org_id')
    .select([
      'l.name',
      'l.time_zone as timeZone',
      'l.day_start_hour as dayStartHour',
      'l.booking_horizon_days as horizonDays',
      'o.desk_fairness as fairness',
    ])
    .where('l.org_id', '=', orgId)
    .where('l.id', '=', locationId)
    .executeTakeFirst()
  if (!settings) throw unknownLocation()
  return settings
}

const isDone = async (db: Db, orgId: string, locationId: string, today: string): Promise<boolean> => {
  const run = await db
    .selectFrom('horizon_runs')
    .select('ended_at')
    .where('org_id', '=', orgId)
    .where('location_id', '=', locationId)
    .where('local_day', '=', today)
    .executeTakeFirst()
  return run !== undefined
}

interface Run {
  readonly orgId: string
  readonly locationId: string
  readonly today: string
  readonly startedAt: Date
  readonly plans: number
  readonly bookings: number
}

/** Records a run. Several runs of a day share one row, with the times of the last run and the counts of all. */
const recordRun = async (db: Db, { orgId, locationId, today, startedAt, plans, bookings }: Run): Promise<void> => {
  await sql`
    insert into horizon_runs as r (org_id, location_id, local_day, started_at, ended_at, plans, bookings)
    values (${orgId}, ${locationId}, ${today}, ${startedAt}, clock_timestamp(), ${plans}, ${bookings})
    on conflict (org_id, location_id, local_day) do update
    set started_at = excluded.started_at, ended_at = excluded.ended_at, plans = r.plans + excluded.plans,
      bookings = r.bookings + excluded.bookings
  `.execute(db)
}

export interface HorizonLocation {
  readonly id: string
  readonly name: string
}

/**
 * Returns all locations of the organization, or the one with this id or name.
 * @throws AppError entity_not_found
 */
export const listHorizonLocations = async (db: Db, orgId: string, idOrName?: string): Promise<HorizonLocation[]> => {
  const all = await db.selectFrom('locations').select(['id', 'name']).where('org_id', '=', orgId).orderBy('name').execute()
  if (idOrName === undefined) return all
  const found = all.filter(({ id, name }) => id === idOrName.toLowerCase() || name === idOrName)
  if (found.length === 0) throw new AppError('entity_not_found', { detail: `There is no location ${idOrName}.` })
  return found
}
