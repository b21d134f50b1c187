import { expect, test } from 'vitest'
import { simulateCompany } from '../company/company.ts'
import { localClock } from './calendar.ts'
import { simulateDay } from './simulate-day.ts'

const HOUR = 3_600_000
const OPTIONS = { seed: 9, employees: 800, startDay: '2026-03-02' }
const DAYS = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-10', '2026-03-11']

const deliveriesOf = (shares: { late?: number; duplicates?: number }) => {
  const company = simulateCompany({ ...OPTIONS, ...shares })
  return DAYS.flatMap((day) => simulateDay(company, day).deliveries)
}

test('the requested shares of events are late and delivered twice, and repeated events are identical', () => {
  const usual = deliveriesOf({})
  const bad = deliveriesOf({ late: 0.3, duplicates: 0.3 })
  const first = bad.filter(({ isRepeat }) => !isRepeat)
  const share = first.filter(({ at, deliverAt }) => deliverAt - at >= HOUR).length / first.length
  expect(share).toBeGreaterThan(0.27)
  expect(share).toBeLessThan(0.36)
  expect((bad.length - first.length) / first.length).toBeCloseTo(0.3, 1)
  const idsOf = (list: typeof bad) => [...new Set(list.map(({ sourceId, eventId, at }) => `${sourceId} ${eventId} ${at}`))].sort()
  expect(idsOf(bad)).toEqual(idsOf(usual))
})

test('all can be on time and none repeated', () => {
  const good = deliveriesOf({ late: 0, duplicates: 0 })
  expect(good.filter(({ isRepeat }) => isRepeat)).toEqual([])
  expect(() => simulateCompany({ ...OPTIONS, late: 1.1 })).toThrow(/late must be a share/)
  expect(() => simulateCompany({ ...OPTIONS, duplicates: -0.1 })).toThrow(/duplicates must be a share/)
})

test('even late events of an old card are delivered before the card is retired', () => {
  const company = simulateCompany({ ...OPTIONS, late: 1, duplicates: 1 })
  const retired = new Map(company.people.flatMap(({ cards }) => cards.map(({ number, retiredOn }) => [number, retiredOn])))
  let count = 0
  for (let day = 2; day <= 16; day += 1) {
    for (const delivery of simulateDay(company, `2026-03-${String(day).padStart(2, '0')}`).deliveries) {
      const on = delivery.kind === 'presence' && delivery.who.by === 'badge' ? retired.get(delivery.who.badge) : undefined
      if (!on) continue
      count += 1
      const earliest = Math.min(...company.offices.map(({ timeZone }) => localClock(timeZone, on)(0)))
      expect(delivery.deliverAt).toBeLessThan(earliest)
    }
  }
  expect(count).toBeGreaterThan(20)
})
