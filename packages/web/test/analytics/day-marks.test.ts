import { describe, expect, it } from 'vitest'
import { markColumn, markSummary, withDayMarks } from '../../src/components/chart/day-marks.ts'
import { drawnRates, noShowsOf } from '../../src/pages/analytics/attendance/no-shows.ts'
import { marksOf, notesByDay, type SpecialDay, withTexts } from '../../src/pages/analytics/figures/marks-of.ts'
import { addDays } from '../../src/time/days.ts'

const special = (day: string, locationName: string, rest: Partial<SpecialDay>): SpecialDay => ({
  ...{ day, locationId: locationName, locationName, dayType: null, name: null, hasOutage: false },
  ...rest,
})
const CHRISTMAS = { dayType: 'holiday', name: 'Christmas Day' } as const

describe('marks of days', () => {
  const marks = marksOf(
    [
      special('2026-12-24', 'Oslo', { dayType: 'closed', name: 'Water damage', hasOutage: true }),
      special('2026-12-25', 'Berlin', CHRISTMAS),
      special('2026-12-25', 'Munich', CHRISTMAS),
      special('2026-12-25', 'Oslo', CHRISTMAS),
      special('2026-12-26', 'Berlin', { dayType: 'holiday', name: 'St Stephen' }),
      special('2026-12-26', 'Munich', { dayType: 'holiday', name: 'St Stephen' }),
      special('2026-12-26', 'Oslo', { dayType: 'closed', name: 'Move' }),
    ],
    3,
  )

  it('say what is special in which of the buildings', () => {
    expect(Object.fromEntries(marks)).toEqual({
      '2026-12-24': { closed: 'Closed (Water damage): Oslo', outage: 'Oslo' },
      '2026-12-25': { closed: 'Christmas Day: all buildings', outage: null },
      '2026-12-26': { closed: 'St Stephen: Berlin and Munich; Closed (Move): Oslo', outage: null },
    })
  })

  it('leave the building out where only one is shown, and count those past the third', () => {
    expect(marksOf([special('2026-12-25', 'Oslo', CHRISTMAS)], 1).get('2026-12-25')).toEqual({
      closed: 'Christmas Day',
      outage: null,
    })
    const five = ['A', 'B', 'C', 'D', 'E'].map((name) => special('2026-12-25', name, { hasOutage: true }))
    expect(marksOf(five, 9).get('2026-12-25')).toEqual({ closed: null, outage: 'A, B, C, and 2 more' })
  })

  it('are words in tables and files, and counted for people who do not see the chart', () => {
    const { value } = markColumn<{ day: string }>(marks)
    expect(['2026-12-23', '2026-12-24'].map((day) => value({ day }))).toEqual([null, 'Closed (Water damage): Oslo; Outage: Oslo'])
    const days = ['2026-12-23', '2026-12-24', '2026-12-25']
    expect(markSummary(days, marks)).toBe(' Marked: 2 with a holiday or closure, 1 with an outage.')
    expect(markSummary(['2026-12-23'], marks)).toBe('')
  })

  it('name notes and new versions, also of days that are not special otherwise', () => {
    const all = withTexts(withTexts(marks, 'note', [{ day: '2026-12-24', text: 'Party' }]), 'release', [
      { day: '2026-12-23', text: 'Rollcall 1.1.0' },
      { day: '2026-12-23', text: 'Rollcall 1.1.1' },
    ])
    const { value } = markColumn<{ day: string }>(all)
    expect(value({ day: '2026-12-23' })).toBe('Rollcall 1.1.0; Rollcall 1.1.1')
    expect(value({ day: '2026-12-24' })).toBe('Closed (Water damage): Oslo; Outage: Oslo; Party')
    expect(markSummary(['2026-12-23', '2026-12-24'], all)).toBe(
      ' Marked: 1 with a holiday or closure, 1 with an outage, 1 with a note, 1 with a new version.',
    )
  })

  it('repeat a note on each of its days in the period, with its building unless only that one is shown', () => {
    const note = { day: '2026-12-20', lastDay: '2026-12-22', locationName: 'Oslo', note: 'Works' }
    const period = { from: '2026-12-21', to: '2026-12-31' }
    const days = ['2026-12-21', '2026-12-22']
    expect(notesByDay([note], period, true)).toEqual(days.map((day) => ({ day, text: 'Oslo: Works' })))
    expect(notesByDay([note], period, false)).toEqual(days.map((day) => ({ day, text: 'Works' })))
    expect(notesByDay([{ ...note, lastDay: '2026-12-20' }], period, true)).toEqual([])
  })

  it('draw a line at each of their days, and nothing where no day is special', () => {
    const look = { series: [1, 2, 3, 4].map(() => ({ color: '#000000' })) } as never
    const option = { yAxis: { type: 'value' }, series: [{ name: 'Seen' }] }
    expect(withDayMarks(option, ['2026-12-23'], marks, look)).toBe(option)
    const { series } = withDayMarks(option, ['2026-12-23', '2026-12-24', '2026-12-25'], marks, look)
    expect(series).toMatchObject([
      { name: 'Seen' },
      { name: 'Holiday or closed', data: [null, 1, 1], markLine: { data: [{ xAxis: 1 }, { xAxis: 2 }] } },
      { name: 'Outage of presence', data: [null, 1, null], markLine: { data: [{ xAxis: 1 }] } },
    ])
  })
})

describe('rates of no-shows and releases', () => {
  const day = (date: string, confirmed: number | null, noShow: number | null, booked = 0, released = 0) =>
    ({ day: date, confirmed, noShow, booked, released }) as Parameters<typeof noShowsOf>[0][number]
  const only = (date: string) => ({ day: date, first: date, last: date, workdays: 1 })
  const NO_BOOKINGS = { released: 0, bookings: 0, releaseRate: null }

  it('are those of each day, and none where no one was expected, nothing was booked or presence is not reported', () => {
    expect(noShowsOf([day('2026-11-02', 6, 2, 6, 2), day('2026-11-03', 0, 0), day('2026-11-04', null, null, 3, 1)])).toEqual([
      { ...only('2026-11-02'), noShow: 2, expected: 8, rate: 0.25, released: 2, bookings: 8, releaseRate: 0.25 },
      { ...only('2026-11-03'), noShow: 0, expected: 0, rate: null, ...NO_BOOKINGS },
      { ...only('2026-11-04'), noShow: null, expected: null, rate: null, released: 1, bookings: 4, releaseRate: 0.25 },
    ])
  })

  it('are drawn for days on which more than a few people were expected', () => {
    const few = [day('2026-11-07', 3, 0), day('2026-11-08', 4, 0), day('2026-11-09', null, null)]
    const rows = noShowsOf([day('2026-11-06', 36, 4), ...few])
    expect(drawnRates(rows, 'rate', 'expected')).toEqual([0.1, null, 0, null])
  })

  it('are summed up by week over more than five weeks, from the days for which they are known', () => {
    // Monday, 2 November, and the 35 days after it.
    const days = Array.from({ length: 36 }, (_, index) =>
      day(addDays('2026-11-02', index), index === 1 ? null : 3, index === 1 ? null : 1, 9, index === 1 ? 7 : 0),
    )
    const weeks = noShowsOf(days)
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toMatchObject({ day: '2026-11-02', workdays: 5, noShow: 6, expected: 24, rate: 0.25 })
    expect(weeks[0]).toMatchObject({ released: 7, bookings: 70, releaseRate: 0.1 })
    // The week has one day of the period, and leads to the people of that day.
    expect(weeks.at(-1)).toMatchObject({ ...only('2026-12-07'), noShow: 1, expected: 4, rate: 0.25, released: 0, bookings: 9 })
  })
})
