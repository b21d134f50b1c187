import { BOOKINGS_ADMINISTRATORS } from '@rollcall/contract'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import type { Db } from '../../platform/db/database.ts'

/** The reason of a day off if no type was announced, or if it is withheld. */
export const TIME_OFF_REASON = 'time off'
export const CALLED_OFF_REASON = 'time off cancelled'

/** Returns whether types of time off are shown to more people than the user and administrators of bookings (domain §5). */
export const showsTimeOffTypes = async (db: Db, orgId: string): Promise<boolean> => {
  const { shows } = await db
    .selectFrom('organizations')
    .select('show_time_off_types as shows')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  return shows
}

/** Returns whether the caller may see the types of the user's time off; a key depends on the setting of the organization. */
export const seesTimeOffTypes = async (db: Db, caller: Principal, userId: string): Promise<boolean> => {
  if (caller.session !== null && (caller.userId === userId.toLowerCase() || hasRole(caller, BOOKINGS_ADMINISTRATORS))) return true
  return showsTimeOffTypes(db, caller.orgId)
}

/** Returns SQL for the reason in a row `r` of a plan, a booking or their log, without the type of time off unless `shows` is true. */
export const shownReason = (r: string, shows: string): string => `
  case when ${r}.changed_by = 'time-off' and ${r}.reason <> '${CALLED_OFF_REASON}' and not ${shows} then '${TIME_OFF_REASON}' else ${r}.reason end`
