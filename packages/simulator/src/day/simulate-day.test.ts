import fc from 'fast-check'
import { expect, test } from 'vitest'
import { simulateCompany } from '../company/company.ts'
import { cardUpdates } from '../drive/cards.ts'
import { resolveIds } from '../drive/ids.ts'
import { occupancyEvent, presenceEvent, visitorEvent } from '../drive/submit.ts'
import { companyImportFile } from '../import/import-file.ts'
import { directoryOf } from '../testing/directory.ts'
import { createPlainService } from '../testing/service.ts'
import { truthOf } from '../truth/truth.ts'
import { daysBetween, dayText } from './calendar.ts'
import { simulateDay } from './simulate-day.ts'
import type { Delivery, SimulatedDay } from './types.ts'

const START = '2026-01-01'
const company = simulateCompany({ seed: 11, employees: 400, startDay: START })

/** Clocks change: Berlin 29 March and 25 October, New York 8 March and 1 November, Sydney 5 April and 4 October, Auckland 27 September. */
const DST_DAYS = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-04', '2026-10-25', '2026-11-01']
const days = fc.integer({ min: 20_454, max: 20_818 }).map(dayText)

const bytes = (day: SimulatedDay) => JSON.stringify({ ...day, expected: [...day.expected] })

/** Sends deliveries to the plain service one by one and returns its results. */
const replay = (day: string, deliveries: readonly Delivery[]) => {
  const service = createPlainService(companyImportFile(company))
  const ids = resolveIds(company, directoryOf(service))
  service.credentials({ data: cardUpdates(company, ids, day) })
  const send = (delivery: Delivery) => {
    const { sourceId } = delivery
    if (delivery.kind === 'presence') return service.presence({ sourceId, presenceEvents: [presenceEvent(delivery, ids)] })
    if (delivery.kind === 'visitor') return service.visitors({ sourceId, visitorEvents: [visitorEvent(delivery, ids)] })
    return service.occupancy({ sourceId, occupancyEvents: [occupancyEvent(delivery, ids)] })
  }
  const counts: Record<string, { accepted: number; duplicate: number; refused: number }> = {}
  for (const delivery of deliveries) {
    const { sourceId } = delivery
    const [result] = send(delivery)
    const count = counts[sourceId] ?? { accepted: 0, duplicate: 0, refused: 0 }
    counts[sourceId] = count
    if (result?.resultCode === 0) count[result.message === 'Accepted' ? 'accepted' : 'duplicate'] += 1
    else count.refused += 1
  }
  return { seen: Object.fromEntries([...service.seen].sort()), counts }
}

const truthSeen = (day: string) => {
  const rows = [...truthOf(company, { fromDay: day, toDay: day })]
  const users = rows.flatMap((row) => (row.type === 'userDay' ? [row] : []))
  const entries = users.flatMap(({ userName, offices }) =>
    offices.map(
      ({ locationName, firstSeen, lastSeen }) =>
        [`${day} ${userName} ${locationName}`, { first: firstSeen, last: lastSeen }] as const,
    ),
  )
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}

test('a day simulated separately equals the day in a run, in any order', () => {
  const all = [...daysBetween('2026-03-23', '2026-04-05')]
  const inOrder = new Map(all.map((day) => [day, bytes(simulateDay(company, day))]))
  for (const day of all.toReversed()) {
    const fresh = simulateCompany({ seed: 11, employees: 400, startDay: START })
    expect(bytes(simulateDay(fresh, day)) === inOrder.get(day), day).toBe(true)
  }
})

test('the truth equals a straightforward evaluation of the deliveries, in any order of arrival', () => {
  fc.assert(
    fc.property(fc.oneof(days, fc.constantFrom(...DST_DAYS)), fc.infiniteStream(fc.nat()), (day, shuffle) => {
      const simulated = simulateDay(company, day)
      const expected = { seen: truthSeen(day), counts: Object.fromEntries(simulated.expected) }
      expect(replay(day, simulated.deliveries)).toEqual(expected)
      const keyed = simulated.deliveries.map((delivery) => ({ delivery, at: shuffle.next().value ?? 0 }))
      expect(
        replay(
          day,
          keyed.sort((a, b) => a.at - b.at).map(({ delivery }) => delivery),
        ),
      ).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})

test.each(DST_DAYS)('%s: every event is on the local day of its office', (day) => {
  const simulated = simulateDay(company, day)
  const replayed = Object.keys(replay(day, simulated.deliveries).seen)
  for (const key of replayed) expect(key.startsWith(day), key).toBe(true)
  for (const { arrivesAt, leavesAt } of simulated.stays) expect(leavesAt).toBeGreaterThan(arrivesAt)
})

test('deliveries include late, repeated, out-of-order and unknown events', () => {
  const { deliveries, expected, truth, stays } = simulateDay(company, '2026-03-04')
  expect(deliveries.some(({ at, deliverAt }) => deliverAt - at > 24 * 3_600_000)).toBe(true)
  expect(deliveries.some(({ isRepeat }) => isRepeat)).toBe(true)
  expect(deliveries.some(({ at }, index) => at < (deliveries[index - 1]?.at ?? 0))).toBe(true)
  expect([...expected.values()].some(({ refused }) => refused > 0)).toBe(true)
  for (const { at, deliverAt } of deliveries) expect(deliverAt).toBeGreaterThanOrEqual(at)
  expect(truth.length).toBeLessThanOrEqual(stays.length + 20)
  const first = deliveries.filter(({ isRepeat }) => !isRepeat).map(({ sourceId, eventId }) => `${sourceId} ${eventId}`)
  expect(new Set(first).size).toBe(first.length)
})

test('no two people share a desk, and no leaver is seen', () => {
  fc.assert(
    fc.property(days, (day) => {
      const { stays } = simulateDay(company, day)
      const desks = stays.flatMap(({ desk }) => desk ?? [])
      expect(new Set(desks).size).toBe(desks.length)
      for (const { person } of stays) expect(company.people[person]?.active).toBe(true)
    }),
    { numRuns: 30 },
  )
})
