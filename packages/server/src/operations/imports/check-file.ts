import type { ImportFile } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { mapInTurns } from '../../platform/jobs/in-turns.ts'
import type { LocalClock } from '../../platform/time/local-day.ts'
import { checkBookings, createTodayOf } from './check-bookings.ts'
import { checkDayPlans, type DayPlanRow } from './check-day-plans.ts'
import { checkEvents } from './check-events.ts'
import { checkGroups } from './check-groups.ts'
import { checkLocations, type LocationRows, placeRow } from './check-locations.ts'
import { checkUsers, type UserRows } from './check-users.ts'
import { type BookingPlan, planBookings } from './import-bookings.ts'
import type { CheckContext, Row } from './import-context.ts'
import { type Directory, loadDirectory } from './import-directory.ts'
import type { ValidationErrors } from './import-errors.ts'
import { type MatchedEvents, matchEvents } from './import-events.ts'

/** A valid file, as rows to write. */
export interface CheckedFile {
  readonly directory: Directory
  readonly locations: LocationRows
  readonly places: Row[]
  readonly groups: Row[]
  readonly people: UserRows
  readonly dayPlans: DayPlanRow[]
  readonly bookings: BookingPlan
  readonly events: MatchedEvents
}

/** Checks the content of the file against itself and the organization's data. Adds every error; writes nothing. */
export const checkFile = async (db: Db, orgId: string, file: ImportFile, errors: ValidationErrors): Promise<CheckedFile> => {
  const directory = await loadDirectory(db, orgId, file)
  const context: CheckContext = { orgId, directory, errors }
  const locations = await checkLocations(context, file)
  const groups = await checkGroups(context, file)
  const people = await checkUsers(context, file)
  const places = await mapInTurns(locations.places, (place) => placeRow(context, place))
  const dayPlans = await checkDayPlans(context, file)
  const clockOf = (id: string): LocalClock => {
    const stored = directory.locations.stored.get(id)
    return { timeZone: locations.timeZones.get(id) ?? stored?.timeZone ?? 'UTC', dayStartHour: stored?.dayStartHour ?? 0 }
  }
  const bookings = await checkBookings(context, file, dayPlans, createTodayOf(clockOf))
  const events = await checkEvents(context, file)
  return {
    directory,
    locations,
    places,
    groups,
    people,
    dayPlans: [...dayPlans.values()],
    bookings: await planBookings(db, context, bookings, dayPlans),
    events: await matchEvents(db, orgId, events),
  }
}

/** Intl and PostgreSQL each contain their own time zones; a day needs both to know its zone. */
export const refuseZonesUnknownToDatabase = async (db: Db, file: ImportFile, errors: ValidationErrors): Promise<void> => {
  const zones = [...new Set((file.locations ?? []).flatMap((location) => location?.timeZone ?? []))]
  if (zones.length === 0) return
  const { rows } = await sql<{ zone: string }>`
    select zone
    from json_array_elements_text(${JSON.stringify(zones)}::json) as zone
    where not exists (select from pg_timezone_names n where lower(n.name) = lower(zone))`.execute(db)
  const unknown = new Set(rows.map(({ zone }) => zone))
  const reported = new Set(errors.list.map(({ pointer }) => pointer))
  file.locations?.forEach((location, index) => {
    const pointer = `/locations/${index}/timeZone`
    if (!location || !unknown.has(location.timeZone) || reported.has(pointer)) return
    errors.add(pointer, 'invalid_time_zone', 'is not a time zone that the database knows')
  })
}
