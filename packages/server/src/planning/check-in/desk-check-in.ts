import type { DeskToday } from '@rollcall/contract'
import { sql } from 'kysely'
import { assertUser } from '../../directory/people/find-user.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { book, findBookingOfDay } from '../bookings/booking-service.ts'
import type { Actor } from '../commands/command.ts'
import { getUserDay } from '../days/user-days.ts'
import { checkIn } from './check-in-service.ts'

/** Returns what the desk of a code is to a user today. @throws AppError entity_not_found */
export const getDeskOfCode = async (db: Db, orgId: string, userId: string, code: string): Promise<DeskToday> => {
  await assertUser(db, orgId, userId)
  const { rows } = await sql<Omit<DeskToday, 'booking'>>`
    select p.id as "placeId", p.name as "placeName", z.name as "zoneName", v.name as "levelName", l.id as "locationId",
      l.name as "locationName", t.day,
      case
        when b.user_id = ${userId} then 'mine'
        when 'inactive' in (p.status, z.status, v.status, l.status) or z.kind <> 'individual' then 'inactive'
        when b.user_id is not null then 'taken'
        when p.assigned_user_id <> ${userId} and not is_released(p.org_id, p.assigned_user_id, l.id, t.day) then 'assigned'
        else 'free'
      end as state
    from places p
    join zones z on z.org_id = p.org_id and z.id = p.zone_id
    join levels v on v.org_id = z.org_id and v.id = z.level_id
    join locations l on l.org_id = v.org_id and l.id = v.location_id
    cross join lateral (select local_day(now(), l.time_zone, l.day_start_hour) as day) t
    left join bookings b on b.org_id = p.org_id and b.place_id = p.id and b.day = t.day and b.status = 'booked'
    where p.org_id = ${orgId} and p.check_in_code = ${code}`.execute(db)
  const [desk] = rows
  if (!desk) {
    throw new AppError('entity_not_found', {
      detail: 'There is no desk with this code. Perhaps it has a new one since it was printed.',
    })
  }
  const { booking } = await getUserDay(db, orgId, userId, desk.day)
  return { ...desk, booking }
}

interface DeskChoice {
  readonly userId: string
  readonly code: string
  /** Whether to give up another booking of today. */
  readonly move: boolean
}

/**
 * Checks in at the desk of a code, and books it first if the user has no booking today.
 * @returns the day @throws AppError entity_not_found, booked_elsewhere, and as book
 */
export const checkInAtDesk = (db: Db, orgId: string, actor: Actor, { userId, code, move }: DeskChoice): Promise<string> =>
  transact(db, async (trx) => {
    const { placeId, placeName, day } = await getDeskOfCode(trx, orgId, userId, code)
    const booking = await findBookingOfDay(trx, orgId, userId, day)
    if (booking && booking.placeId !== placeId && !move) {
      const booked = booking.placeName ?? booking.zoneName ?? booking.locationName
      throw new AppError('booked_elsewhere', { detail: `${booked} is booked today, not ${placeName}. Send move: true to move.` })
    }
    await book(trx, orgId, actor, { userId, day, node: { placeId } })
    await checkIn(trx, orgId, actor, { userId, day })
    return day
  })
