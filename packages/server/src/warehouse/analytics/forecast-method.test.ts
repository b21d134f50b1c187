import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysAfter, daysFrom, weekdayOf } from '../../platform/time/day.ts'
import { createForecaster, HISTORY_DAYS, MIN_WORKING_DAYS, type PastDay } from './forecast-method.ts'

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5]
/** Two weeks: ten people plan each day; five of them and two others come on Mondays, nine on all other days. */
const TWO_WEEKS = [...daysFrom('2026-01-05', '2026-01-18')].flatMap((day): PastDay[] => {
  const weekday = weekdayOf(day)
  if (weekday > 5) return []
  return [{ day, planned: 10, ...(weekday === 1 ? { confirmed: 5, walkIn: 2 } : { confirmed: 9, walkIn: 0 }), late: [] }]
})
const MONDAY = '2026-01-19'
const TUESDAY = '2026-01-20'
const forecast = (history: readonly PastDay[], day: string, planned: number, daysAhead = 3) =>
  createForecaster(history, MONDAY_TO_FRIDAY)?.({ day, daysAhead, planned })

describe('the forecast of a day', () => {
  it('is the planned people times the share that comes on this weekday, and those who come without a plan', () => {
    // 82 of 100 planned people came; on Mondays 10 of 20, with the weight of 100 more: (10 + 82) / (20 + 100).
    expect(forecast(TWO_WEEKS, MONDAY, 12)).toMatchObject({ latePlans: 0, unplanned: 2, days: 2 })
    expect(forecast(TWO_WEEKS, MONDAY, 12)?.showRate).toBeCloseTo(92 / 120, 12)
    expect(forecast(TWO_WEEKS, MONDAY, 12)?.expected).toBeCloseTo(12 * (92 / 120) + 2, 12)
    expect(forecast(TWO_WEEKS, TUESDAY, 12)?.expected).toBeCloseTo(10, 12)
  })

  it('has a band as wide as the method was wrong on four of five past days, each forecast from the others', () => {
    // A Monday from the others: 10 × (5 + 100 × 77 / 90) / 110 + 2 = 10.23 instead of 7, or 0.964 times the root of 11.23. It is the
    // ninth of ten errors. 0.964 × √(11.2 + 1) = 3.37 and 0.964 × √(10 + 1) = 3.20.
    expect(forecast(TWO_WEEKS, MONDAY, 12)).toMatchObject({ low: 8, high: 15 })
    expect(forecast(TWO_WEEKS, TUESDAY, 12)).toMatchObject({ low: 7, high: 13 })
  })

  it('adds the people who usually plan late, as far as the day is ahead', () => {
    const late = TWO_WEEKS.map((past) => ({ ...past, late: [1, 0, 2, -1] }))
    expect([0, 1, 2, 3, 9].map((daysAhead) => forecast(late, TUESDAY, 9, daysAhead)?.latePlans)).toEqual([1, 1, 3, 2, 2])
    expect(forecast(late, TUESDAY, 9, 2)?.expected).toBeCloseTo(10, 12)
    expect(forecast(late, TUESDAY, 9, 2)).toMatchObject({ low: 7, high: 13 })
  })

  it('of a weekday without past days takes all days of its kind', () => {
    const withoutMondays = [...TWO_WEEKS, ...TWO_WEEKS.map((past) => ({ ...past, day: daysAfter(past.day, -14) }))].filter(
      ({ day }) => weekdayOf(day) !== 1,
    )
    expect(forecast(withoutMondays, MONDAY, 10)).toMatchObject({ days: 0, unplanned: 0, showRate: 0.9, expected: 9 })
  })

  it('takes plans at their word while no one has planned yet', () => {
    const unplanned = TWO_WEEKS.map((past) => ({ ...past, planned: 0, confirmed: 0, walkIn: 4 }))
    expect(forecast(unplanned, TUESDAY, 3)).toMatchObject({ showRate: 1, unplanned: 4, expected: 7, low: 7, high: 7 })
  })

  it('needs ten working days', () => {
    expect(TWO_WEEKS).toHaveLength(MIN_WORKING_DAYS)
    expect(forecast(TWO_WEEKS, MONDAY, 12)).toBeDefined()
    expect(forecast(TWO_WEEKS.slice(1), MONDAY, 12)).toBeUndefined()
    const weekend = { ...(TWO_WEEKS[0] as PastDay), day: '2026-01-10' }
    expect(forecast([...TWO_WEEKS.slice(1), weekend], MONDAY, 12)).toBeUndefined()
  })
})

describe('every forecast', () => {
  const counts = fc.record({
    planned: fc.nat(60),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    walkIn: fc.nat(20),
    late: fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 14 }),
  })
  const pasts = fc.array(counts, { minLength: HISTORY_DAYS, maxLength: HISTORY_DAYS }).map((all) =>
    all.map(
      ({ share, ...past }, index): PastDay => ({
        ...past,
        day: daysAfter(MONDAY, index - HISTORY_DAYS),
        confirmed: Math.round(past.planned * share),
      }),
    ),
  )
  const property = (check: (history: PastDay[], daysAhead: number, planned: number, more: number) => void) =>
    fc.assert(fc.property(pasts, fc.nat(13), fc.nat(80), fc.nat(40), check), { numRuns: 60 })

  it('does not fall when more people plan to come', () => {
    property((history, daysAhead, planned, more) => {
      const day = daysAfter(MONDAY, daysAhead)
      const [before, after] = [planned, planned + more].map(
        (count) => forecast(history, day, count, daysAhead)?.expected as number,
      )
      expect(after).toBeGreaterThanOrEqual(before as number)
    })
  })

  it('lies in its band and is not negative', () => {
    property((history, daysAhead, planned) => {
      const { expected, low, high } = forecast(history, daysAfter(MONDAY, daysAhead), planned, daysAhead) as never
      expect(low).toBeGreaterThanOrEqual(0)
      expect(Math.round(expected)).toBeGreaterThanOrEqual(low)
      expect(Math.round(expected)).toBeLessThanOrEqual(high)
    })
  })

  it('does not depend on the order of the past days', () => {
    property((history, daysAhead, planned) => {
      const day = daysAfter(MONDAY, daysAhead)
      const [one, other] = [history, history.toReversed()].map((past) => forecast(past, day, planned, daysAhead))
      expect(other?.expected).toBeCloseTo(one?.expected as number, 9)
    })
  })
})
