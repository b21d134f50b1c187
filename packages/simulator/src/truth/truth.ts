import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Company } from '../company/types.ts'
import { daysBetween } from '../day/calendar.ts'
import { simulateDay } from '../day/simulate-day.ts'
import type { ExpectedCounts, SimulatedDay } from '../day/types.ts'

/** Where valid presence events say that a user was on a local day; without offices where only a plan is known. */
export interface UserDayTruth {
  type: 'userDay'
  day: string
  userName: string
  plan: 'o' | 'r' | 'a' | null
  plannedLocation: string | null
  firstSeen: string | null
  lastSeen: string | null
  offices: { locationName: string; firstSeen: string; lastSeen: string }[]
}

/** What a service must have counted for a source over all deliveries of the day. */
export interface SourceDayTruth extends ExpectedCounts {
  type: 'sourceDay'
  day: string
  sourceId: string
}

export type TruthRow = UserDayTruth | SourceDayTruth

const iso = (ms: number) => new Date(ms).toISOString()

/** Users in order of the company, then sources by name. Users with neither plan nor presence have no row. */
export function* truthRowsOf(company: Company, simulated: SimulatedDay): Generator<TruthRow, void, undefined> {
  const { day, plans, truth, expected } = simulated
  const seen = new Map(truth.map(({ person, offices }) => [person, offices]))
  for (const person of company.people) {
    const offices = seen.get(person.index) ?? []
    const { plan = null, office = null } = plans[person.index] ?? {}
    if (plan === null && offices.length === 0) continue
    yield {
      type: 'userDay',
      day,
      userName: person.userName,
      plan,
      plannedLocation: office === null ? null : (company.offices[office]?.name ?? null),
      firstSeen: offices.length > 0 ? iso(Math.min(...offices.map((one) => one.firstSeen))) : null,
      lastSeen: offices.length > 0 ? iso(Math.max(...offices.map((one) => one.lastSeen))) : null,
      offices: offices.map(({ office: index, firstSeen, lastSeen }) => ({
        locationName: company.offices[index]?.name ?? '',
        firstSeen: iso(firstSeen),
        lastSeen: iso(lastSeen),
      })),
    }
  }
  for (const [sourceId, counts] of [...expected].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield { type: 'sourceDay', day, sourceId, ...counts }
  }
}

export interface DayRange {
  fromDay: string
  toDay: string
}

/** Writes the truth of these days as NDJSON, a day at a time. Returns the number of lines. */
export const writeTruth = async (company: Company, { fromDay, toDay }: DayRange, file: string): Promise<number> => {
  const out = createWriteStream(file)
  const end = finished(out)
  end.catch(() => {})
  let count = 0
  for (const day of daysBetween(fromDay, toDay)) {
    const lines = [...truthRowsOf(company, simulateDay(company, day))].map((row) => `${JSON.stringify(row)}\n`)
    count += lines.length
    if (!out.write(lines.join(''))) await Promise.race([once(out, 'drain'), end])
  }
  out.end()
  await end
  return count
}
