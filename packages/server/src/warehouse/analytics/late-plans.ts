import { FORECAST_DAYS } from '@rollcall/contract'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { readDayStates } from '../../intake/day-changes/day-changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

/** How many more people planned to come to a building, by the number of days that were left. */
export type LatePlansOfDay = ReadonlyMap<string, readonly number[]>

export interface LatePlans {
  /** Returns the late plans of these days, by day and building, as the snapshot sees them. */
  read(snapshot: Db, orgId: string, days: readonly string[]): Promise<ReadonlyMap<string, LatePlansOfDay>>
}

/** The maximum of numbers that a node remembers, for all organizations. */
const MAX_NUMBERS = 200_000

/** The late plans of past days, which a node counts once and remembers until a plan of the day changes. */
export const createLatePlans = (): LatePlans => {
  const known = new LRUCache<string, { readonly state: number; readonly counts: LatePlansOfDay }>({
    maxSize: MAX_NUMBERS,
    sizeCalculation: ({ counts }) => 1 + FORECAST_DAYS * counts.size,
  })
  return {
    async read(snapshot, orgId, days) {
      const [firstDay, lastDay] = [days[0], days.at(-1)]
      if (firstDay === undefined || lastDay === undefined) return new Map()
      const states = await readDayStates(snapshot, orgId, ['plans'], firstDay, lastDay)
      const stateOf = (day: string) => Number(states.get(day)?.state ?? 0)
      const keyOf = (day: string) => `${orgId} ${day}`
      const found = new Map<string, LatePlansOfDay>()
      for (const day of days) {
        const remembered = known.get(keyOf(day))
        // A day without a change has no late plans either.
        if (remembered?.state === stateOf(day)) found.set(day, remembered.counts)
        else if (stateOf(day) === 0) found.set(day, new Map())
      }
      const unknown = days.filter((day) => !found.has(day))
      const counted = Map.groupBy(await countLatePlans(snapshot, orgId, unknown), ({ day }) => day)
      for (const day of unknown) {
        const counts = byLocation(counted.get(day) ?? [])
        known.set(keyOf(day), { state: stateOf(day), counts })
        found.set(day, counts)
      }
      return found
    },
  }
}

interface Late {
  readonly day: string
  readonly locationId: string
  readonly daysLeft: number
  readonly people: number
}

const byLocation = (some: readonly Late[]): LatePlansOfDay =>
  new Map(
    [...Map.groupBy(some, ({ locationId }) => locationId)].map(([locationId, late]) => {
      const byDaysLeft = new Map(late.map(({ daysLeft, people }) => [daysLeft, people]))
      return [locationId, Array.from({ length: FORECAST_DAYS }, (_, daysLeft) => byDaysLeft.get(daysLeft) ?? 0)]
    }),
  )

/**
 * Counts the changes of plans in the last two weeks before each day, as the log of user actions has them; those of past days count as
 * changes of the day itself. Changes by imports and the directory, and those that only repeat the week plan, tell nothing about what
 * people decide late. Of a million entries of six weeks, which 10,000 people have, it takes half a second; later only days that changed
 * are read again.
 */
const countLatePlans = async (db: Db, orgId: string, days: readonly string[]): Promise<Late[]> => {
  if (days.length === 0) return []
  const { rows } = await sql<Late>`
    select a.day, l.id as "locationId",
      greatest(0, a.day - local_day(a.recorded_at, l.time_zone, l.day_start_hour)) as "daysLeft",
      sum(c.people)::integer as people
    from user_actions a
    cross join lateral (values (a.after, 1), (a.before, -1)) c (plan, people)
    join locations l on l.org_id = a.org_id and l.id = (c.plan ->> 'locationId')::uuid
    where a.org_id = ${orgId} and a.day = any (${arrayLiteral(days)}::date[])
      and a.action in ('planSet', 'planChanged', 'planRemoved') and a.changed_by not in ('auto-booking', 'directory')
      and c.plan ->> 'plan' = 'o'
      and a.day - local_day(a.recorded_at, l.time_zone, l.day_start_hour) < ${FORECAST_DAYS}::integer
    group by a.day, l.id, 3
    having sum(c.people) <> 0
  `.execute(db)
  return rows
}
