import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { daysAfter, weekdayOf } from '../../platform/time/day.ts'
import { type CountedDay, dayKindsOf, isWorkday, kpisOf, percentileOf, togethernessOf } from './kpis.ts'

const MONDAY = '2026-01-05'

/** Consecutive days from Monday on, with this many confirmed people each. */
const daysOf = (confirmed: readonly number[], more: Partial<CountedDay> = {}): CountedDay[] =>
  confirmed.map((people, index) => ({
    ...{ day: daysAfter(MONDAY, index), planned: 0, remote: 0, away: 0, noShow: 0, unconfirmed: 0, walkIn: 0, booked: 0 },
    ...{ elsewhere: 0, released: 0, isMeasured: true, plannedMeasured: more.planned ?? 0 },
    ...more,
    confirmed: people,
  })) as CountedDay[]

/** This many people, whose building reports presence on all workdays. */
const crowdOf = (people: number, days: readonly CountedDay[]) => ({
  people,
  personDays: people * days.filter(({ day }) => isWorkday(day)).length,
})

const CROWD = { people: 1, personDays: 1 }

test('weeks start on Monday, and Saturday and Sunday are not workdays', () => {
  const week = Array.from({ length: 7 }, (_, index) => daysAfter(MONDAY, index))
  expect(week.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(week.map(isWorkday)).toEqual([true, true, true, true, true, false, false])
})

describe('the percentile', () => {
  it.each([
    [[], 90, null],
    [[7], 90, 7],
    [[1, 2], 50, 1.5],
    [[4, 1, 3, 2], 50, 2.5],
    [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 90, 91],
    [[5, 5, 5], 10, 5],
    [[0, 1, 2, 3], 90, 2.7],
  ] as const)('of %j at %d %% is %d, as percentile_cont has it', (values, percent, expected) => {
    const value = percentileOf(values, percent)
    // The result must be exact: a value that is rounded up must not be a hair too large.
    expect(value).toBe(expected)
  })

  it('lies between the minimum and the maximum, grows with the percentage, and does not depend on the order', () => {
    const percents = fc.tuple(fc.nat(100), fc.nat(100))
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1 }), percents, (values, [a, b]) => {
        const [low, high] = [percentileOf(values, Math.min(a, b)) as number, percentileOf(values, Math.max(a, b)) as number]
        expect(low).toBeLessThanOrEqual(high)
        expect(low).toBeGreaterThanOrEqual(Math.min(...values))
        expect(high).toBeLessThanOrEqual(Math.max(...values))
        expect(percentileOf(values.toReversed(), a)).toBe(percentileOf(values, a))
      }),
    )
  })
})

describe('the KPIs of days', () => {
  it('average workdays only, and compute rates from all days', () => {
    const days = daysOf([10, 20, 30, 20, 10, 4, 6], { planned: 20, noShow: 5 })
    expect(kpisOf(days, crowdOf(40, days))).toEqual({
      ...{ people: 40, workdays: 5, averageDaily: 18, averagePlanned: 20, weeklyPeak: 30, weeklyLow: 10, p90: 26 },
      ...{ attendanceRate: 0.45, seenPerPlanned: 100 / 140, noShowRate: 35 / 135 },
    })
  })

  it('take the median of the weeks, however few of their days are known', () => {
    const weeks = [1, 2, 3, 4, 5, 0, 0, 10, 20, 30, 40, 50, 0, 0, 7]
    expect(kpisOf(daysOf(weeks), CROWD)).toMatchObject({ weeklyPeak: 7, weeklyLow: 7 })
    expect(kpisOf(daysOf(weeks.slice(0, 14)), CROWD)).toMatchObject({ weeklyPeak: 27.5, weeklyLow: 5.5 })
  })

  it('are null when the divisor is zero', () => {
    const nothing = {
      averageDaily: null,
      weeklyPeak: null,
      p90: null,
      attendanceRate: null,
      seenPerPlanned: null,
      noShowRate: null,
    }
    expect(kpisOf([], { people: 5, personDays: 0 })).toMatchObject({ ...nothing, people: 5, workdays: 0 })
    expect(kpisOf(daysOf([3]), { people: 0, personDays: 0 })).toMatchObject({
      attendanceRate: null,
      averageDaily: 3,
      noShowRate: 0,
    })
  })

  it('count who came on the days with reported presence, and who was expected on all days', () => {
    const days = daysOf([10, 20, 0, 0, 0], { planned: 20 }).map((day, index) =>
      index < 2 ? { ...day, noShow: 5 } : { ...day, isMeasured: false, plannedMeasured: 0, unconfirmed: 20 },
    )
    expect(kpisOf(days, { people: 40, personDays: 80 })).toEqual({
      ...{ people: 40, workdays: 5, averageDaily: 15, averagePlanned: 20, weeklyPeak: 20, weeklyLow: 10, p90: 19 },
      ...{ attendanceRate: 30 / 80, seenPerPlanned: 30 / 40, noShowRate: 10 / 40 },
    })
    const never = days.map((day) => ({ ...day, confirmed: 0, noShow: 0, isMeasured: false, plannedMeasured: 0 }))
    expect(kpisOf(never, { people: 40, personDays: 0 })).toMatchObject({
      ...{ averageDaily: null, weeklyPeak: null, weeklyLow: null, p90: null, attendanceRate: null },
      ...{ seenPerPlanned: null, noShowRate: null, averagePlanned: 20, workdays: 5 },
    })
  })

  it('lie between the quietest and the busiest workday', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500), { minLength: 1, maxLength: 60 }), (confirmed) => {
        const days = daysOf(confirmed)
        const seen = days.filter(({ day }) => isWorkday(day)).map((day) => day.confirmed)
        const { averageDaily, weeklyPeak, weeklyLow, p90 } = kpisOf(days, crowdOf(500, days))
        for (const value of [averageDaily, weeklyPeak, weeklyLow, p90]) {
          expect(value).toBeGreaterThanOrEqual(Math.min(...seen) - 1e-9)
          expect(value).toBeLessThanOrEqual(Math.max(...seen) + 1e-9)
        }
        expect(weeklyLow).toBeLessThanOrEqual(weeklyPeak as number)
      }),
    )
  })
})

/** The same, of days one by one. */
const togetherness = (days: readonly CountedDay[], members: number) => {
  const kinds = dayKindsOf(
    days.map(({ day }) => day),
    (place) => days[place]?.isMeasured === true,
  )
  const column = (name: 'planned' | 'confirmed' | 'walkIn' | 'noShow' | 'plannedMeasured') => days.map((day) => day[name])
  const columns = { planned: column('planned'), confirmed: column('confirmed'), walkIn: column('walkIn') }
  return togethernessOf(kinds, { ...columns, noShow: column('noShow'), plannedMeasured: column('plannedMeasured') }, members)
}

describe('togetherness', () => {
  it('distinguishes people who come on the same days from those who come as often on their own', () => {
    const [spread, same] = [daysOf([4, 4, 4, 4, 4]), daysOf([0, 10, 0, 10, 0])]
    for (const days of [spread, same]) expect(kpisOf(days, crowdOf(10, days)).attendanceRate).toBe(0.4)
    expect(togetherness(spread, 10)).toBe(3 / 9)
    expect(togetherness(same, 10)).toBe(1)
  })

  it('counts workdays and weighs each by its people, as more of them met on days on which more came', () => {
    expect(togetherness(daysOf([10, 0, 5, 0, 0, 10, 10]), 10)).toBe((10 * 9 + 5 * 4) / (15 * 9))
  })

  it('is null if no one came, if a member has no one to meet, and if presence was not reported', () => {
    expect(togetherness(daysOf([0, 0]), 10)).toBeNull()
    expect(togetherness(daysOf([1, 1]), 1)).toBeNull()
    expect(togetherness(daysOf([1, 1]), 2)).toBe(0)
    expect(togetherness(daysOf([5], { isMeasured: false }), 10)).toBeNull()
  })
})
