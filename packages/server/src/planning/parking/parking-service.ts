import type { ParkingBookingRow } from '@rollcall/contract'
import { sql } from 'kysely'
import { assertUser } from '../../directory/people/find-user.ts'
import { getActiveLocation, getLocation } from '../../directory/places/find-location.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { localDay } from '../../platform/time/local-day.ts'
import { transact } from '../../platform/transactions/transact.ts'
import type { Actor, UserDayKey } from '../commands/command.ts'
import { cancelParkingOf, findParking, saveParking, selectFreeBays } from './parking-store.ts'

interface ParkingChoice {
  readonly bayId?: string | null
  readonly locationId?: string | null
}

/**
 * Books the bay, or any free bay of the building, and replaces the user's booking of the day.
 * @throws AppError entity_not_found, invalid_request, bay_taken, no_free_bay and the codes of parking in db/constraints.ts
 */
export const bookParking = (
  db: Db,
  orgId: string,
  actor: Actor,
  { userId, day }: UserDayKey,
  choice: ParkingChoice,
): Promise<ParkingBookingRow> =>
  underRules(
    transact(db, async (trx) => {
      await assertUser(trx, orgId, userId)
      const locationId = await locationOf(trx, orgId, choice)
      await lockBays(trx, orgId, locationId, day)
      const present = await findParking(trx, orgId, userId, day)
      if (present && (choice.bayId ? present.bayId === choice.bayId : present.locationId === locationId)) return present
      if (present && actor.changedBy === 'user') await assertNotOver(trx, orgId, present)
      const bayId = choice.bayId ?? (await getFreeBay(trx, orgId, locationId, day))
      await saveParking(trx, orgId, actor, { userId, day, bayId, locationId })
      return (await findParking(trx, orgId, userId, day)) as ParkingBookingRow
    }),
  )

/** Returns whether there was a booking. @throws AppError entity_not_found, day_in_past */
export const cancelParking = (db: Db, orgId: string, actor: Actor, { userId, day }: UserDayKey): Promise<boolean> =>
  underRules(
    transact(db, async (trx) => {
      await assertUser(trx, orgId, userId)
      return cancelParkingOf(trx, orgId, actor, userId, day)
    }),
  )

/** The rules of parking look at the new building only, where the day may not be over. @throws AppError day_in_past */
const assertNotOver = async (trx: Db, orgId: string, { locationId, day }: ParkingBookingRow): Promise<void> => {
  if (day < localDay(await getLocation(trx, orgId, locationId), Date.now())) throw new AppError('day_in_past')
}

const locationOf = async (db: Db, orgId: string, { bayId, locationId }: ParkingChoice): Promise<string> => {
  if (!bayId === !locationId) throw new AppError('invalid_request', { detail: 'Name exactly one of bayId and locationId.' })
  if (locationId) return (await getLocation(db, orgId, locationId)).id
  const bay = await db
    .selectFrom('parking_bays')
    .select('location_id')
    .where('org_id', '=', orgId)
    .where('id', '=', bayId as string)
    .executeTakeFirst()
  if (!bay) throw new AppError('entity_not_found', { detail: 'There is no parking bay with this id.' })
  return bay.location_id
}

/**
 * Serializes the bookings of a building and day, so that no search for a free bay fails because another user takes the same bay
 * at the same time. The unique index alone prevents double bookings.
 */
const lockBays = async (trx: Db, orgId: string, locationId: string, day: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rollcall.parking.${orgId}.${locationId}.${day}`}, 0))`.execute(trx)
}

const getFreeBay = async (trx: Db, orgId: string, locationId: string, day: string): Promise<string> => {
  const [bay] = await selectFreeBays(trx, orgId, locationId, day, { limit: 0, after: undefined })
  if (bay) return bay.bayId
  await getActiveLocation(trx, orgId, locationId)
  throw new AppError('no_free_bay')
}
