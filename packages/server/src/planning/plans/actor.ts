import type { Principal } from '../../gate/access/principal.ts'
import type { Actor } from '../consequences/command.ts'

/** As whom the caller changes the plans and bookings of a user: for oneself one is a user, whatever one may do for others. */
export const actorOf = ({ userId }: Principal, ofUserId: string): Actor => ({
  changedBy: userId === ofUserId ? 'user' : 'administrator',
  userId,
})
