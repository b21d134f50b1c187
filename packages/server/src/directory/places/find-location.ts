import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { LocalClock } from '../../platform/time/local-day.ts'

/** @param field names the location in the body; without it the path names the location */
export const unknownLocation = (field?: string) =>
  new AppError('entity_not_found', {
    detail: `There is no location with ${field === undefined ? 'this id' : `the id in ${field}`}.`,
  })

const locations = (db: Db, orgId: string) =>
  db
    .selectFrom('locations')
    .select(['id', 'status', 'time_zone as timeZone', 'day_start_hour as dayStartHour'])
    .where('org_id', '=', orgId)

interface FoundLocation extends LocalClock {
  readonly id: string
  readonly status: string
}

/** @throws AppError entity_not_found */
export const getLocation = async (db: Db, orgId: string, locationId: string, field?: string): Promise<FoundLocation> => {
  const location = await locations(db, orgId).where('id', '=', locationId).executeTakeFirst()
  if (!location) throw unknownLocation(field)
  return location
}

/** Also finds an inactive location. @throws AppError entity_not_found */
export const assertLocation = async (db: Db, orgId: string, locationId: string): Promise<void> => {
  await getLocation(db, orgId, locationId)
}

/** @throws AppError entity_not_found, place_inactive */
export const getActiveLocation = async (db: Db, orgId: string, locationId: string, field?: string): Promise<FoundLocation> => {
  const location = await getLocation(db, orgId, locationId, field)
  if (location.status !== 'active') throw new AppError('place_inactive')
  return location
}

/** @throws AppError entity_not_found, place_inactive */
export const assertActiveLocations = async (db: Db, orgId: string, locationIds: readonly string[]): Promise<void> => {
  const ids = [...new Set(locationIds)]
  if (ids.length === 0) return
  const found = await locations(db, orgId).where('id', 'in', ids).execute()
  if (found.length < ids.length) throw unknownLocation()
  if (found.some(({ status }) => status !== 'active')) throw new AppError('place_inactive')
}
