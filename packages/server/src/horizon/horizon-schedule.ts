import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { startPeriodic } from '../jobs/periodic.ts'
import { runHorizon } from './horizon-service.ts'

const MINUTE_MS = 60_000

interface ScheduleOptions {
  /** The time now; for tests. */
  readonly now?: () => Date
  readonly everyMs?: number
}

/**
 * Runs the horizon engine for every location once per local day, from its refresh hour on. A missed night, a failure and a
 * stopped run are caught up by the next look. Disposing waits for the day in progress.
 */
export const startHorizonSchedule = (
  db: Db,
  onError: (error: unknown) => void,
  { now = () => new Date(), everyMs = MINUTE_MS }: ScheduleOptions = {},
): AsyncDisposable => {
  const stopping = new AbortController()
  const { signal } = stopping
  const runDue = async (): Promise<void> => {
    const moment = now()
    for (const { orgId, locationId } of await listDue(db, moment)) {
      if (signal.aborted) return
      await runHorizon(db, orgId, locationId, { moment, signal, onlyDue: true }).catch(onError)
    }
  }
  const timer = startPeriodic(everyMs, runDue, onError)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await timer[Symbol.asyncDispose]()
    },
  }
}

/** Of all organisations. One look-up in horizon_runs per location, so a minute is often enough for thousands of them. */
const listDue = async (db: Db, moment: Date): Promise<{ orgId: string; locationId: string }[]> => {
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
