import { randomUUID } from 'node:crypto'
import type { Principal } from '../../gate/access/principal.ts'

/** Who changes plans and bookings (contract §4). */
export type ChangedBy = 'user' | 'administrator' | 'auto-booking' | 'time-off' | 'presence' | 'directory'

export interface Actor {
  readonly changedBy: ChangedBy
  /** The person, where it is one. */
  readonly userId: string | null
}

/** One act of a person or system. Everything it does to a user and day is one action in the log. */
export interface Command {
  readonly id: string
  readonly actor: Actor
  readonly reason: string | null
  /** Counts the bookings that fall with what the command does, where the caller reports it. */
  readonly fallen?: { bookings: number }
}

export const createCommand = (actor: Actor, reason: string | null = null): Command => ({ id: randomUUID(), actor, reason })

/** As whom the caller changes the plans and bookings of a user: for oneself one is a user, whatever one may do for others. */
export const actorOf = ({ userId }: Principal, ofUserId: string): Actor => ({
  changedBy: userId === ofUserId ? 'user' : 'administrator',
  userId,
})

export interface UserDayKey {
  readonly userId: string
  readonly day: string
}
