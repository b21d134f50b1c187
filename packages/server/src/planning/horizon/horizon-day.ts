import type { Db } from '../../platform/db/database.ts'
import { sqlState } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { assignDesks, type Candidate } from './assign-desks.ts'
import { countDesks, type History } from './horizon-history.ts'
import {
  type HorizonDay,
  insertBookings,
  insertDayPlans,
  lockCapacity,
  selectFreeZones,
  selectUnbooked,
  type UnbookedUser,
} from './horizon-store.ts'

/** Each round serves all users except those whose desk was booked by another user meanwhile, so in practice there are two. */
const MAX_ROUNDS = 20
/** SQLSTATE of a violated booking rule: the data that a round had read has changed meanwhile. */
const RULE_VIOLATION = '23514'

export interface DayCounts {
  plans: number
  bookings: number
}

/**
 * Plans and books one day of a location. Every step is a short transaction, and the next step or a later run resumes from its
 * result. Users who book meanwhile never wait for longer than one insert, and keep their bookings.
 */
export const runHorizonDay = async (db: Db, day: HorizonDay, readHistory: () => Promise<History>): Promise<DayCounts> => {
  const plans = await transact(db, (trx) => insertDayPlans(trx, day))
  let bookings = 0
  for (let round = 1; ; round++) {
    const users = await selectUnbooked(db, day)
    if (users.length === 0) break
    const history = await readHistory()
    const booked = await bookRound(db, day, queueOf(users, history)).catch((error) => {
      if (sqlState(error) !== RULE_VIOLATION || round === MAX_ROUNDS) throw error
      return 0
    })
    bookings += booked
    if (booked === users.length || round === MAX_ROUNDS) break
  }
  return { plans, bookings }
}

/** Adds the bookings of this day to the history, for the next days of the horizon. */
export const addDesksToHistory = async (db: Db, day: HorizonDay & { today: string }, { fairness }: History): Promise<void> => {
  if (!fairness.isEqual) return
  for (const [userId, count] of await countDesks(db, day, day.day, 0, 0)) fairness.add(userId, count)
}

/** Sorts the users by precedence. They are listed in the order that breaks ties, which the sort keeps. */
const queueOf = (users: readonly UnbookedUser[], { entitledGroups, usualDesks, fairness }: History): Candidate[] => {
  const { isEqual, countOf } = fairness
  return users
    .toSorted((a, b) => (isEqual ? countOf(a.userId) - countOf(b.userId) : countOf(b.userId) - countOf(a.userId)))
    .map(({ userId, primaryGroupId }) => ({
      userId,
      groupId: entitledGroups.get(primaryGroupId ?? ''),
      usualDesk: usualDesks.get(userId),
    }))
}

const bookRound = (db: Db, day: HorizonDay, queue: readonly Candidate[]): Promise<number> =>
  transact(db, async (trx) => {
    await lockCapacity(trx, day)
    const zones = await selectFreeZones(trx, day)
    const booked = await insertBookings(trx, day, assignDesks(queue, zones))
    return booked.length
  })
