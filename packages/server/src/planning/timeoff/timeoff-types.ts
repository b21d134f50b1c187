import { BOOKINGS_ADMINISTRATORS } from '@rollcall/contract'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import type { Db } from '../../platform/db/database.ts'

/** The reason of a day off if no type was announced, or if it is withheld. */
export const TIME_OFF_REASON = 'time off'
export const CALLED_OFF_REASON = 'time off cancelled'

/** Whether the organization shows the types of time off to others than the person and administrators of bookings (domain §5). */
export const showsTimeOffTypes = async (db: Db, orgId: string): Promise<boolean> => {
  const { shows } = await db
    .selectFrom('organizations')
    .select('show_time_off_types as shows')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  return shows
}

/** Whether the caller may see the type of the user's time off: a key is not a person, so it never may. */
export const seesTimeOffTypes = async (db: Db, caller: Principal, userId: string): Promise<boolean> => {
  if (caller.session !== null && (caller.userId === userId.toLowerCase() || hasRole(caller, BOOKINGS_ADMINISTRATORS))) return true
  return showsTimeOffTypes(db, caller.orgId)
}

/** The reason in a row `r` of a plan, a booking or their log: the type of time off where `shows` says so. */
export const shownReason = (r: string, shows: string): string => `
  case when ${r}.changed_by = 'time-off' and ${r}.reason <> '${CALLED_OFF_REASON}' and not ${shows} then '${TIME_OFF_REASON}' else ${r}.reason end`
