import { sql } from 'kysely'
import { unknownUser } from '../../directory/people/find-user.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { type Actor, createCommand, type UserDayKey } from '../commands/command.ts'

/**
 * Confirms the user's booking of today. Repeating it changes nothing. It and the release wait for each other at the booking: the one
 * that comes first wins.
 * @throws AppError entity_not_found, check_in_not_today, nothing_booked
 */
export const checkIn = (db: Db, orgId: string, actor: Actor, { userId, day }: UserDayKey): Promise<void> =>
  underRules(
    transact(db, async (trx) => {
      const { id } = createCommand(actor)
      const { numAffectedRows } = await sql`
        update bookings b
        set checked_in_at = clock_timestamp(), changed_by = ${actor.changedBy}, changed_by_user_id = ${actor.userId}, reason = null,
          command_id = ${id}
        from locations l
        where b.org_id = ${orgId} and b.user_id = ${userId} and b.day = ${day} and b.status = 'booked' and b.checked_in_at is null
          and l.org_id = b.org_id and l.id = b.location_id and b.day = local_day(now(), l.time_zone, l.day_start_hour)`.execute(
        trx,
      )
      if (!numAffectedRows) await assertCheckedIn(trx, orgId, userId, day)
    }),
  )

interface Unconfirmed {
  readonly today: string
  readonly isBooked: boolean
  readonly isCheckedIn: boolean
  readonly releasedAt: string | null
}

/** Says why there was nothing to confirm, unless the user has checked in already. */
const assertCheckedIn = async (trx: Db, orgId: string, userId: string, day: string): Promise<void> => {
  const { rows } = await sql<Unconfirmed>`
    select coalesce(local_day(now(), l.time_zone, l.day_start_hour), c.today) as today, b.id is not null as "isBooked",
      b.checked_in_at is not null as "isCheckedIn",
      (
        select to_char(max(x.updated_at) at time zone r.time_zone, 'HH24:MI')
        from bookings x
        join locations r on r.org_id = x.org_id and r.id = x.location_id
        where x.org_id = ${orgId} and x.user_id = ${userId} and x.day = ${day} and x.status = 'cancelled'
          and x.changed_by = 'auto-release'
        group by r.time_zone
        order by max(x.updated_at) desc
        limit 1
      ) as "releasedAt"
    from user_calendars c
    left join bookings b on b.org_id = c.org_id and b.user_id = c.user_id and b.day = ${day} and b.status = 'booked'
    left join locations l on l.org_id = b.org_id and l.id = b.location_id
    where c.org_id = ${orgId} and c.user_id = ${userId}`.execute(trx)
  const [found] = rows
  if (!found) throw unknownUser()
  if (found.isCheckedIn) return
  if (day !== found.today) throw new AppError('check_in_not_today', { detail: `Today is ${found.today} there.` })
  const detail = `The booking was released at ${found.releasedAt}, because it was not confirmed. Book again if you are there.`
  throw new AppError('nothing_booked', found.releasedAt === null ? {} : { detail })
}
