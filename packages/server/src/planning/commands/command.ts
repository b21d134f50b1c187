import { randomUUID } from 'node:crypto'
import type { Principal } from '../../gate/access/principal.ts'

/** Who changes plans and bookings (contract §4). */
export type ChangedBy = 'user' | 'administrator' | 'auto-booking' | 'time-off' | 'presence' | 'directory' | 'auto-release'

export interface Actor {
  readonly changedBy: ChangedBy
  /** The user, if a person made the change. */
  readonly userId: string | null
}

/** One change by a person or system. Everything that it does to a user and day is one action in the log. */
export interface Command {
  readonly id: string
  readonly actor: Actor
  readonly reason: string | null
  /** Counts the bookings that the command cancels, if the caller reports the number. */
  readonly cancellations?: { bookings: number }
}

export const createCommand = (actor: Actor, reason: string | null = null): Command => ({ id: randomUUID(), actor, reason })

/**
 * Returns the role in which the caller changes plans and bookings: administrators who change their own act as users.
 */
export const actorOf = ({ userId }: Principal, ofUserId: string): Actor => ({
  changedBy: userId === ofUserId ? 'user' : 'administrator',
  userId,
})

export interface UserDayKey {
  readonly userId: string
  readonly day: string
}
