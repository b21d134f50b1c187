import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { NONE } from './rollup-tally.ts'

/** A location, or the rows that belong to none, with its published days and the days on which presence is reported. */
export interface LocationState {
  readonly locationId: string
  readonly locationName: string | null
  /** The hour on the clock at which its days begin. */
  readonly dayStartHour: number
  /** The last published day; null if there is none yet. */
  readonly publishedThrough: string | null
  /** The first published day with a row; null if there is none yet. */
  readonly firstDay: string | null
  /** The first and last day of presence reports; null for no reports, and for no last day. */
  readonly reportsFrom: string | null
  readonly reportsUntil: string | null
  /** The published days of outages on which no one was seen: it is not known who came (domain §12 and §13). */
  readonly silentDays: ReadonlySet<string>
}

type Reporting = Pick<LocationState, 'locationId' | 'reportsFrom' | 'reportsUntil' | 'silentDays'>

/** Whether attendance at the location is known for the day (domain §13). */
export const isMeasured = ({ reportsFrom, reportsUntil, silentDays }: Reporting, day: string): boolean =>
  reportsFrom !== null && day >= reportsFrom && (reportsUntil === null || day <= reportsUntil) && !silentDays.has(day)

/** Counts on how many of the days each location is measured. People without a location may come to any of them. */
export const countMeasuredDays = (locations: readonly Reporting[], days: readonly string[]): Map<string, number> => {
  const count = (is: (day: string) => boolean) => days.filter(is).length
  return new Map(
    locations.map((location) => [
      location.locationId,
      location.locationId === NONE
        ? count((day) => locations.some((each) => isMeasured(each, day)))
        : count((day) => isMeasured(location, day)),
    ]),
  )
}

/** Returns them in the order of names; rows without a location last. */
export const listLocationStates = async (db: Db, orgId: string): Promise<LocationState[]> => {
  const silentDays = await listSilentDays(db, orgId)
  const { rows } = await sql<Omit<LocationState, 'silentDays'>>`
    select l.location_id as "locationId", n.name as "locationName", coalesce(n.day_start_hour, 0) as "dayStartHour",
      p.published_through as "publishedThrough", f.day as "firstDay", w.reports_from as "reportsFrom", w.reports_until as "reportsUntil"
    from publishing_locations l
    left join locations n on n.org_id = l.org_id and n.id = l.location_id
    left join published_locations p on p.org_id = l.org_id and p.location_id = l.location_id
    left join presence_reporting w on w.org_id = l.org_id and w.location_id = l.location_id
    left join lateral (
      select r.day
      from location_rollups r
      where r.org_id = ${orgId} and r.location_id = l.location_id and r.day <= p.published_through
        and r.planned + r.remote + r.away + r.walk_in > 0
      order by r.day
      limit 1
    ) f on true
    where l.org_id = ${orgId}
    order by n.name nulls last
  `.execute(db)
  return rows.map((row) => ({ ...row, silentDays: silentDays.get(row.locationId) ?? NO_DAYS }))
}

const NO_DAYS: ReadonlySet<string> = new Set()

/** Returns them by location. Outages are few, and each of their days is one look-up by key. */
const listSilentDays = async (db: Db, orgId: string): Promise<Map<string, Set<string>>> => {
  const { rows } = await sql<{ locationId: string; day: string }>`
    select o.location_id as "locationId", d.day
    from outages o
    join published_locations p on p.org_id = o.org_id and p.location_id = o.location_id
    cross join lateral (
      select o.first_day + n as day from generate_series(0, least(o.last_day, p.published_through) - o.first_day) n
    ) d
    where o.org_id = ${orgId} and o.status = 'accepted' and not exists (
      select
      from location_rollups r
      where r.org_id = ${orgId} and r.location_id = o.location_id and r.day = d.day and r.people_by_hour is not null
      offset 0
    )
  `.execute(db)
  const days = new Map<string, Set<string>>()
  for (const { locationId, day } of rows) days.set(locationId, (days.get(locationId) ?? new Set()).add(day))
  return days
}
