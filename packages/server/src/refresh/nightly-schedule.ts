import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { runHorizon } from '../horizon/horizon-service.ts'
import { startPeriodic } from '../jobs/periodic.ts'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'
import { type RefreshReport, runRefresh } from './refresh-service.ts'

const MINUTE_MS = 60_000
/** A refresh that failed is repeated after so long; it may have failed late, after much work. */
const RETRY_MS = 5 * MINUTE_MS
/** Rows of users without any location are published at this hour of the organisation's time zone. */
const ORGANIZATION_HOUR = 3

interface ScheduleOptions {
  /** The time now; for tests. */
  readonly now?: () => Date
  readonly everyMs?: number
  readonly retryMs?: number
  /** After each refresh; what it throws is reported and does not stop the schedule. */
  readonly onRefreshed?: (orgId: string, report: RefreshReport) => unknown
}

/**
 * The night of each location (domain §8): once per local day, from its refresh hour on, first the horizon engine, then the
 * refresh. A missed night, a failure and a stopped run are caught up by the next look, on whatever node. Disposing gives up the
 * refresh in progress, which loses nothing, and waits for the day of the horizon in progress.
 */
export const startNightlySchedule = (
  database: Pick<Database, 'db' | 'pool'>,
  onError: (what: string, error: unknown) => void,
  { now = () => new Date(), everyMs = MINUTE_MS, retryMs = RETRY_MS, onRefreshed = () => {} }: ScheduleOptions = {},
): AsyncDisposable => {
  const { db } = database
  const stopping = new AbortController()
  const { signal } = stopping

  const runDue = async (): Promise<void> => {
    for (const { orgId, locationId } of await listDueHorizons(db, now())) {
      if (signal.aborted) return
      const options = { moment: now(), signal, onlyDue: true }
      await runHorizon(db, orgId, locationId, options).catch((error) => onError('horizon engine', error))
    }
    for (const { orgId, locationIds } of await listDueRefreshes(db, now(), retryMs)) {
      if (signal.aborted) return
      try {
        const options = { trigger: 'schedule', locationIds, moment: now(), signal, isImpatient: true } as const
        const report = await runRefresh(database, orgId, options)
        await onRefreshed(orgId, report)
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

/** Somebody else is at it; what is due then, the next look finds. */
const isBusy = (error: unknown): boolean => error instanceof AppError && error.code === 'conflict'

/** Of all organisations. One look-up in horizon_runs per location, so a minute is often enough for thousands of them. */
const listDueHorizons = async (db: Db, moment: Date): Promise<{ orgId: string; locationId: string }[]> => {
  const { rows } = await sql<{ orgId: string; locationId: string }>`
    select l.org_id as "orgId", l.id as "locationId"
    from locations l
    cross join lateral (select ${moment}::timestamptz at time zone l.time_zone as local_time) n
    where extract(hour from n.local_time) >= l.refresh_hour and not exists (
      select
      from horizon_runs r
      where r.org_id = l.org_id and r.location_id = l.id and r.local_day = n.local_time::date
      offset 0
    )
    order by l.org_id, l.id
  `.execute(db)
  return rows
}

/** Locations whose yesterday is not published, by organisation, unless a refresh of theirs has just failed. */
const listDueRefreshes = async (db: Db, moment: Date, retryMs: number): Promise<{ orgId: string; locationIds: string[] }[]> => {
  const { rows } = await sql<{ orgId: string; locationIds: string[] }>`
    select l.org_id as "orgId", array_agg(l.id order by l.id) as "locationIds"
    from (
      select org_id, id, time_zone, refresh_hour from locations
      union all
      select id, ${NO_LOCATION_ID}::uuid, time_zone, ${ORGANIZATION_HOUR} from organizations
    ) l
    cross join lateral (select ${moment}::timestamptz at time zone l.time_zone as local_time) n
    where extract(hour from n.local_time) >= l.refresh_hour and not exists (
      select
      from published_locations p
      where p.org_id = l.org_id and p.location_id = l.id and p.published_through >= n.local_time::date - 1
      offset 0
    )
    group by l.org_id
    having not exists (
      select
      from (select status, ended_at from refresh_runs r where r.org_id = l.org_id order by run_no desc limit 1) latest
      where latest.status = 'failed' and latest.ended_at > clock_timestamp() - ${`${retryMs}ms`}::interval
    )
    order by l.org_id
  `.execute(db)
  return rows
}
