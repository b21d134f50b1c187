import { ANALYSTS, BOOKINGS_ADMINISTRATORS, GLOBAL_ADMINISTRATORS, LOG_READERS, type UserRole } from '@rollcall/contract'
import type { Answer } from '../../../api/call.ts'
import { hasRole, useSession } from '../../../api/session.ts'

export type Person = Answer<'getUser'>

/** What the reader may see about a person by the rules of the API: more about themselves than about others. */
export const useRights = ({ userId }: Person) => {
  const session = useSession()
  const isSelf = session.userId === userId
  const may = (roles: readonly UserRole[]) => hasRole(session, roles)
  return {
    plans: isSelf || may(BOOKINGS_ADMINISTRATORS),
    attendance: isSelf || may(ANALYSTS),
    log: isSelf || may(LOG_READERS),
    presence: may(ANALYSTS),
    account: may(GLOBAL_ADMINISTRATORS),
  }
}
