import type { DayExplanation } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ExplainedDay } from './explain-store.ts'

/** What the calendar of the building of an office plan says about the day. */
export interface SpecialDay {
  readonly locationName: string
  /** Null if it is open. */
  readonly dayType: 'holiday' | 'closed' | null
  readonly name: string | null
  readonly hasOutage: boolean
}

/** Returns undefined for a day that is like others, and for a plan that is no office plan. */
export const selectSpecialDay = async (
  db: Db,
  { orgId, day }: ExplainedDay,
  plan: DayExplanation['plan'],
  booking: DayExplanation['booking'],
  primaryLocationId: string | null,
): Promise<SpecialDay | undefined> => {
  const locationId = booking?.locationId ?? (plan?.plan === 'o' ? (plan.locationId ?? primaryLocationId) : null)
  if (locationId === null) return undefined
  const { rows } = await sql<SpecialDay>`
    select l.name as "locationName", k.day_type as "dayType", k.name, k.has_outage as "hasOutage"
    from special_days(${orgId}::uuid, ${day}::date, ${day}::date) k
    join locations l on l.org_id = ${orgId} and l.id = k.location_id
    where k.location_id = ${locationId}`.execute(db)
  return rows[0]
}

/** The end of "Planned for Berlin Mitte, …". */
export const closedWords = ({ dayType, name }: SpecialDay): string =>
  dayType === 'holiday' ? `where that day is a holiday (${name})` : `which was closed that day (${name})`
