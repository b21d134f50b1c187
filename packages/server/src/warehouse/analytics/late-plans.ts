import { FORECAST_DAYS } from '@rollcall/contract'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import {
  type CountedLatePlans,
  countLatePlans,
  type LatePlansOfDay,
  listStoredLatePlans,
  readPlanStates,
} from './late-plan-store.ts'

export interface LatePlans {
  /** Returns the late plans of these days, by day and building, as the snapshot sees them. */
  read(snapshot: Db, orgId: string, days: readonly string[]): Promise<ReadonlyMap<string, LatePlansOfDay>>
}

/** The maximum of numbers that a node remembers, for all organizations. */
const MAX_NUMBERS = 200_000

/** The late plans of past days, as the refresh counted them, or as a node counts them once after a plan of the day has changed. */
export const createLatePlans = (): LatePlans => {
  const known = new LRUCache<string, CountedLatePlans>({
    maxSize: MAX_NUMBERS,
    sizeCalculation: ({ counts }) => 1 + FORECAST_DAYS * counts.size,
  })
  return {
    async read(snapshot, orgId, days) {
      const stateOf = await readPlanStates(snapshot, orgId, days)
      const keyOf = (day: string) => `${orgId} ${day}`
      const found = new Map<string, LatePlansOfDay>()
      const take = (day: string, counted: CountedLatePlans | undefined): void => {
        // A day without a change has no late plans either.
        if (stateOf(day) === 0) found.set(day, new Map())
        else if (counted?.state === stateOf(day)) found.set(day, counted.counts)
      }
      const missing = () => days.filter((day) => !found.has(day))

      for (const day of days) take(day, known.get(keyOf(day)))
      const stored = await listStoredLatePlans(snapshot, orgId, missing())
      for (const [day, counted] of stored) take(day, counted)
      for (const [day, counts] of await countLatePlans(snapshot, orgId, missing())) take(day, { state: stateOf(day), counts })
      for (const [day, counts] of found) known.set(keyOf(day), { state: stateOf(day), counts })
      return found
    },
  }
}
