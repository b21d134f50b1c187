import type { Calendar } from '@rollcall/contract'
import { sql } from 'kysely'
import { unknownLocation } from '../../directory/places/find-location.ts'
import type { Db } from '../../platform/db/database.ts'

export type StoredCalendar = Omit<Calendar, 'year' | 'holidays' | 'closures' | 'outages'>

/** Returns the settings of a calendar. @throws AppError entity_not_found */
export const getCalendarSettings = async (db: Db, orgId: string, locationId: string): Promise<StoredCalendar> => {
  const { rows } = await sql<StoredCalendar>`
    select id as "locationId", name as "locationName", local_day(now(), time_zone, day_start_hour) as today,
      working_days as "workingDays", bookable_on_closed_days as "bookableOnClosedDays"
    from locations
    where org_id = ${orgId} and id = ${locationId}`.execute(db)
  if (!rows[0]) throw unknownLocation()
  return rows[0]
}

/** Returns the holidays, closures and outages that have days in the year. */
export const listEntries = async (
  db: Db,
  orgId: string,
  locationId: string,
  year: number,
): Promise<Pick<Calendar, 'holidays' | 'closures' | 'outages'>> => {
  const [firstDay, lastDay] = [`${year}-01-01`, `${year}-12-31`]
  const ofYear = sql`
    org_id = ${orgId} and location_id = ${locationId} and first_day <= ${lastDay} and last_day >= ${firstDay}
    order by first_day, last_day`
  const holidays = await sql<Calendar['holidays'][number]>`
    select day, name, nullif(uid, '') as uid, calendar_name as "calendarName", iso_timestamp(imported_at) as "importedAt",
      imported_name as "importedName"
    from holidays
    where org_id = ${orgId} and location_id = ${locationId} and day between ${firstDay} and ${lastDay}
    order by day, uid`.execute(db)
  const closures = await sql<Calendar['closures'][number]>`
    select id as "closureId", first_day as "firstDay", last_day as "lastDay", reason from closures where ${ofYear}`.execute(db)
  const outages = await sql<Calendar['outages'][number]>`
    select id as "outageId", first_day as "firstDay", last_day as "lastDay", reason, status
    from outages where ${ofYear}`.execute(db)
  return { holidays: holidays.rows, closures: closures.rows, outages: outages.rows }
}

/** Returns the days before today that this transaction marked, which the next refresh restates. */
export const countMarkedDays = async (trx: Db, orgId: string): Promise<number> => {
  const { rows } = await sql<{ days: number }>`
    select count(distinct day)::integer as days
    from day_change_ticks
    where org_id = ${orgId} and topic = 'directory' and changed_at >= now() and day < current_date`.execute(trx)
  return rows[0]?.days ?? 0
}
