import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'

export interface DueRefresh {
  readonly orgId: string
  readonly locationIds: readonly string[]
}

interface DueAt {
  readonly moment: Date
  /** The delay before a failed refresh is retried. */
  readonly retryMs: number
  /** All organizations by default. */
  readonly orgId?: string
}

/** Returns locations whose previous day is not published, by organization, unless their refresh has just failed. */
export const listDueRefreshes = async (db: Db, { moment, retryMs, orgId }: DueAt): Promise<DueRefresh[]> => {
  const { rows } = await sql<DueRefresh>`
    select l.org_id as "orgId", array_agg(l.location_id order by l.location_id) as "locationIds"
    from publishing_locations l
    cross join lateral (
      select local_day(${moment}::timestamptz, l.time_zone, l.day_start_hour) as today,
        hour_of_day(${moment}::timestamptz, l.time_zone, l.day_start_hour) as hour
    ) n
    where n.hour >= l.refresh_hour - l.day_start_hour and ${servedHere('l.org_id')}
      ${orgId === undefined ? sql`` : sql`and l.org_id = ${orgId}`} and not exists (
      select
      from published_locations p
      where p.org_id = l.org_id and p.location_id = l.location_id and p.published_through >= n.today - 1
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

/** How long a refresh may take before its location counts as overdue, in hours. */
const GRACE_HOURS = 2

/** An organization with an overdue location. */
export interface RefreshLag {
  readonly orgId: string
  readonly locations: number
  /** The first day that should have been published and is not. */
  readonly oldestDay: string
  /** How many days the location that is furthest behind lags. */
  readonly days: number
}

/**
 * Covers all organizations, for operators. A location that was never published counts from the day after it was created. Reads
 * one row per location.
 */
export const listRefreshLags = async (db: Db, moment: Date): Promise<RefreshLag[]> => {
  const { rows } = await sql<RefreshLag>`
    with states as (
      select p.org_id,
        local_day(
          ${moment}::timestamptz, p.time_zone, greatest(p.refresh_hour, p.day_start_hour) + ${GRACE_HOURS}::integer
        ) - 1 as due,
        coalesce(
          d.published_through, local_day(coalesce(l.created_at, o.created_at), p.time_zone, p.day_start_hour)
        ) as reached
      from publishing_locations p
      join organizations o on o.id = p.org_id and o.placement = 'here'
      left join locations l on l.org_id = p.org_id and l.id = p.location_id
      left join published_locations d on d.org_id = p.org_id and d.location_id = p.location_id
    )
    select org_id as "orgId", count(*)::int as locations, min(reached) + 1 as "oldestDay", max(due - reached) as days
    from states
    where due > reached
    group by org_id
    order by org_id
  `.execute(db)
  return rows
}
