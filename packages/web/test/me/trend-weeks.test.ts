import { describe, expect, it } from 'vitest'
import { weeksOf } from '../../src/pages/home/office/trend-weeks.ts'
import { addDays } from '../../src/time/days.ts'

type Day = Parameters<typeof weeksOf>[0][number]

const day = (date: string, seen: number | null, planned: number, plannedMeasured: number | null) =>
  ({ day: date, seen, planned, plannedMeasured }) as Day
/** Monday to Friday from this Monday on. */
const week = (monday: string, make: (date: string) => Day) => [0, 1, 2, 3, 4].map((index) => make(addDays(monday, index)))

describe('the last weeks', () => {
  it('compare who came with who was expected where presence is reported', () => {
    expect(weeksOf(week('2026-11-02', (date) => day(date, 90, 130, 100)))).toEqual([
      { monday: '2026-11-02', workdays: 5, seen: 90, planned: 100 },
    ])
  })

  it('say of how many workdays they are, where that is a part of a week', () => {
    const [first, ...rest] = week('2026-11-02', (date) => day(date, 90, 130, 100))
    expect(weeksOf([first as Day])).toMatchObject([{ workdays: 1, seen: 90 }])
    const unknown = rest.map((each) => ({ ...each, seen: null, plannedMeasured: null }))
    expect(weeksOf([first as Day, ...unknown])).toMatchObject([{ workdays: 1, seen: 90, planned: 100 }])
  })

  it('have everyone who was expected where nothing is measured', () => {
    const [unmeasured] = weeksOf(week('2026-11-02', (date) => day(date, null, 130, null)))
    expect(unmeasured).toEqual({ monday: '2026-11-02', workdays: 5, seen: null, planned: 130 })
  })
})
