import type { OutageSuggestions } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type Suggestion = OutageSuggestions['items'][number]

/** Days before the last published one that are looked at. */
const DAYS = 30
/** Workdays before a silent day of which the usual number of people is the average. */
const COMPARED_DAYS = 10
/** Fewer people may all be away by chance. */
const MIN_USUAL = 5

interface Workday {
  readonly locationId: string
  readonly locationName: string
  readonly day: string
  readonly planned: number
  readonly seen: number
  /** Whether an outage is entered, or its suggestion was dismissed. */
  readonly isKnown: boolean
  /** Whether it is one of the days that suggestions are made for, and not only compared with. */
  readonly isRecent: boolean
}

/**
 * Finds published workdays on which a building that reports presence reported none, although people planned to be there and came on
 * the workdays before. Silent workdays in a row are one suggestion. It reads two months of counts of each building.
 */
export const listOutageSuggestions = async (db: Db, orgId: string): Promise<Suggestion[]> => {
  const workdays = await selectWorkdays(db, orgId)
  const suggestions: Suggestion[] = []
  for (const ofLocation of Map.groupBy(workdays, ({ locationId }) => locationId).values()) {
    suggestions.push(...suggestionsOf(ofLocation))
  }
  return suggestions.sort((a, b) => (a.lastDay < b.lastDay ? 1 : -1))
}

/** The workdays of one building, in order. */
const suggestionsOf = (workdays: readonly Workday[]): Suggestion[] => {
  const found: Suggestion[] = []
  const seen: number[] = []
  let open: Suggestion | undefined
  for (const { locationId, locationName, day, planned, seen: people, isKnown, isRecent } of workdays) {
    const compared = seen.slice(-COMPARED_DAYS)
    const usual = Math.round(compared.reduce((sum, each) => sum + each, 0) / Math.max(1, compared.length))
    const isSilent = people === 0 && planned > 0 && usual >= MIN_USUAL
    if (!isSilent) seen.push(people)
    if (!isSilent || isKnown || !isRecent) {
      if (open) found.push(open)
      open = undefined
    } else {
      open = open
        ? { ...open, lastDay: day, planned: open.planned + planned }
        : { locationId, locationName, firstDay: day, lastDay: day, planned, usual }
    }
  }
  return open ? [...found, open] : found
}

const selectWorkdays = async (db: Db, orgId: string): Promise<Workday[]> => {
  const { rows } = await sql<Workday>`
    select r.location_id as "locationId", l.name as "locationName", r.day, r.planned, r.confirmed + r.walk_in as seen,
      r.day > p.published_through - ${DAYS}::integer as "isRecent",
      exists (
        select
        from outages o
        where o.org_id = ${orgId} and o.location_id = r.location_id and r.day between o.first_day and o.last_day
      ) as "isKnown"
    from locations l
    join published_locations p on p.org_id = l.org_id and p.location_id = l.id
    join presence_reporting w on w.org_id = l.org_id and w.location_id = l.id
    join location_rollups r on r.org_id = l.org_id and r.location_id = l.id and r.day > p.published_through - ${2 * DAYS}::integer
    where l.org_id = ${orgId} and l.status = 'active'
      and r.day >= w.reports_from and (w.reports_until is null or r.day <= w.reports_until)
      and extract(isodow from r.day)::smallint = any (l.working_days)
      and not exists (select from closed_day(${orgId}, l.id, r.day) offset 0)
    order by r.location_id, r.day`.execute(db)
  return rows
}
