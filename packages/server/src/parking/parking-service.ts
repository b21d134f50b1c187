import type { ParkingBookingRow } from '@rollcall/contract'
import { sql } from 'kysely'
import { underRules } from '../db/constraints.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../plans/command.ts'
import { cancelParkingOf, findParking, saveParking, selectFreeBays } from './parking-store.ts'

interface Wish {
  readonly bayId?: string | null
  readonly locationId?: string | null
}

interface UserDay {
  readonly userId: string
  readonly day: string
}

const unknown = (what: string) => new AppError('entity_not_found', { detail: `There is no ${what} with this id.` })

/**
 * Books the bay, or any free bay of the building, in place of what the user has for the day.
 * @throws AppError entity_not_found, invalid_request, bay_taken, no_free_bay and the codes of parking in db/constraints.ts
 */
export const bookParking = (
  db: Db,
  orgId: string,
  actor: Actor,
  { userId, day }: UserDay,
  wish: Wish,
): Promise<ParkingBookingRow> =>
  underRules(
    transact(db, async (trx) => {
      await assertUser(trx, orgId, userId)
      const locationId = await getLocation(trx, orgId, wish)
      await lockBays(trx, orgId, locationId, day)
      const present = await findParking(trx, orgId, userId, day)
      if (!wish.bayId && present?.locationId === locationId) return present
      const bayId = wish.bayId ?? (await getFreeBay(trx, orgId, locationId, day))
      await saveParking(trx, orgId, actor, { userId, day, bayId, locationId })
      return (await findParking(trx, orgId, userId, day)) as ParkingBookingRow
    }),
  )

/** Gives whether there was a booking. @throws AppError entity_not_found, day_in_past */
export const cancelParking = (db: Db, orgId: string, actor: Actor, { userId, day }: UserDay): Promise<boolean> =>
  underRules(
    transact(db, async (trx) => {
      await assertUser(trx, orgId, userId)
      return cancelParkingOf(trx, orgId, actor, userId, day)
    }),
  )

/** @throws AppError entity_not_found */
export const assertUser = async (db: Db, orgId: string, userId: string): Promise<void> => {
  const user = await db.selectFrom('users').select('id').where('org_id', '=', orgId).where('id', '=', userId).executeTakeFirst()
  if (!user) throw unknown('user')
}

/** @throws AppError entity_not_found */
export const assertLocation = async (db: Db, orgId: string, locationId: string): Promise<string> => {
  const location = await db
    .selectFrom('locations')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', locationId)
    .executeTakeFirst()
  if (!location) throw unknown('location')
  return location.id
}

const getLocation = async (db: Db, orgId: string, { bayId, locationId }: Wish): Promise<string> => {
  if (!bayId === !locationId) throw new AppError('invalid_request', { detail: 'Name exactly one of bayId and locationId.' })
  if (locationId) return assertLocation(db, orgId, locationId)
  const bay = await db
    .selectFrom('parking_bays')
    .select('location_id')
    .where('org_id', '=', orgId)
    .where('id', '=', bayId as string)
    .executeTakeFirst()
  if (!bay) throw unknown('parking bay')
  return bay.location_id
}

/**
 * Bookings of a building and day take their turns: of 100 who look for a free bay at once nobody is sent away by somebody who
 * was after the same one. The unique index is the guarantee; this is manners.
 */
const lockBays = async (trx: Db, orgId: string, locationId: string, day: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rollcall.parking.${orgId}.${locationId}.${day}`}, 0))`.execute(trx)
}

const getFreeBay = async (trx: Db, orgId: string, locationId: string, day: string): Promise<string> => {
  const [bay] = await selectFreeBays(trx, orgId, locationId, day, { limit: 0, after: undefined })
  if (bay) return bay.bayId
  const { status } = await trx
    .selectFrom('locations')
    .select('status')
    .where('org_id', '=', orgId)
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow()
  throw new AppError(status === 'active' ? 'no_free_bay' : 'place_inactive')
}
