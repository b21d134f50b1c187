import { LRUCache } from 'lru-cache'
import { readDayStates } from '../../intake/day-changes/day-changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { readTableState } from '../../platform/db/table-state.ts'
import { daysFrom } from '../../platform/time/day.ts'
import { countPlans } from './future-plans.ts'
import { countBookings, countElsewhere, listBookedGuests, listPlannedGuests } from './future-store.ts'
import { both, openSecondReader } from './parallel-reads.ts'

/** How many people are planned and how many desks are booked on a day, by location. */
export interface FutureDay {
  readonly planned: ReadonlyMap<string, number>
  readonly booked: ReadonlyMap<string, number>
}

export interface FutureDays {
  /** Returns the days from first to last, by day, as the snapshot sees them. */
  read(snapshot: Db, orgId: string, firstDay: string, lastDay: string): Promise<ReadonlyMap<string, FutureDay>>
}

/** The parts of plans that do not depend on changes of a single day. */
const TABLES = ['users', 'week_plans']
/** The maximum of numbers that a node remembers, for all organizations: about 20 MB. */
const MAX_NUMBERS = 200_000
/** Days from which on two connections count them. */
const MANY_DAYS = 7

/** The future days, which a node counts once and remembers until something that they depend on changes. */
export const createFutureDays = (): FutureDays => {
  const known = new LRUCache<string, { readonly state: string; readonly counts: FutureDay }>({
    maxSize: MAX_NUMBERS,
    sizeCalculation: ({ counts }) => 1 + counts.planned.size + counts.booked.size,
  })
  return {
    async read(snapshot, orgId, firstDay, lastDay) {
      const tables = await readTableState(snapshot, orgId, TABLES)
      const states = await readDayStates(snapshot, orgId, ['plans'], firstDay, lastDay)
      const stateOf = (day: string) => JSON.stringify([tables, states.get(day)])
      const days = [...daysFrom(firstDay, lastDay)]
      const keyOf = (day: string) => `${orgId} ${day}`
      const isKnown = (day: string) => known.get(keyOf(day))?.state === stateOf(day)

      const found = new Map(days.filter(isKnown).map((day) => [day, known.get(keyOf(day))?.counts as FutureDay]))
      const counted = await countDays(
        snapshot,
        orgId,
        days.filter((day) => !found.has(day)),
      )
      for (const [day, counts] of counted) known.set(keyOf(day), { state: stateOf(day), counts })
      return new Map([...found, ...counted])
    },
  }
}

/** Of many days, two connections count one half each, where a second one is free. */
const countDays = async (db: Db, orgId: string, days: readonly string[]): Promise<Map<string, FutureDay>> => {
  if (days.length < MANY_DAYS) return countTogether(db, orgId, days)
  await openSecondReader(db)
  const half = Math.ceil(days.length / 2)
  const halves = await both(
    db,
    (one) => countTogether(one, orgId, days.slice(0, half)),
    (other) => countTogether(other, orgId, days.slice(half)),
  )
  return new Map(halves.flatMap((counts) => [...counts]))
}

const countTogether = async (db: Db, orgId: string, days: readonly string[]): Promise<Map<string, FutureDay>> => {
  if (days.length === 0) return new Map()
  const plans = await countPlans(db, orgId, days)
  const bookings = await countBookings(db, orgId, days)
  // Only bookings that may be elsewhere matter, and then the plans of their days.
  const taking = [...new Set(bookings.flatMap(({ day, mayTake }) => (mayTake ? day : [])))]
  const guestIds = new Set([...(await listBookedGuests(db, orgId, taking)), ...(await listPlannedGuests(db, orgId, taking))])
  const elsewhere = await countElsewhere(db, orgId, taking, guestIds)
  const planned = Map.groupBy([...plans, ...elsewhere], ({ day }) => day)
  const booked = Map.groupBy(bookings, ({ day }) => day)
  return new Map(
    days.map((day) => [day, { planned: sumByLocation(planned.get(day) ?? []), booked: sumByLocation(booked.get(day) ?? []) }]),
  )
}

const sumByLocation = (counts: readonly { readonly locationId: string; readonly people: number }[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { locationId, people } of counts) sums.set(locationId, (sums.get(locationId) ?? 0) + people)
  return sums
}
