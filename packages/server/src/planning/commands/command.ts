import { randomUUID } from 'node:crypto'
import type { Principal } from '../../gate/access/principal.ts'

/** Who changes plans and bookings (contract §4). */
export type ChangedBy = 'user' | 'administrator' | 'auto-booking' | 'time-off' | 'presence' | 'directory'

export interface Actor {
  readonly changedBy: ChangedBy
  /** The user, if a person made the change. */
  readonly userId: string | null
}

/** One act of a person or system. Everything it does to a user and day is one action in the log. */
export interface Command {
  readonly id: string
  readonly actor: Actor
  readonly reason: string | null
  /** Counts the bookings that are canceled by the command, if the caller reports it. */
  readonly fallen?: { bookings: number }
}

export const createCommand = (actor: Actor, reason: string | null = null): Command => ({ id: randomUUID(), actor, reason })

/**
 * The role in which the caller changes the plans and bookings of a user: for oneself it is always the user, even for
 * administrators.
 */
export const actorOf = ({ userId }: Principal, ofUserId: string): Actor => ({
  changedBy: userId === ofUserId ? 'user' : 'administrator',
  userId,
})

export interface UserDayKey {
  readonly userId: string
  readonly day: string
}
