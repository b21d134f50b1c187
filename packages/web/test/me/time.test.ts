import { describe, expect, it } from 'vitest'
import { addDays, addMonths, daysBetween, isDay, mondayOf, todayIn, weekOf, weeksOfMonth } from '../../src/time/days.ts'
import { instantOf, localOf, zoneName } from '../../src/time/zoned-time.ts'

describe('a day', () => {
  it('is counted over months, years and changes of the clock', () => {
    expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1), addDays('2026-03-29', 1)]).toEqual([
      '2027-01-01',
      '2028-02-29',
      '2026-03-30',
    ])
    expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31)
    expect([addMonths('2026-12-31', 1), addMonths('2026-03-31', -1)]).toEqual(['2027-01-31', '2026-02-28'])
  })

  it('belongs to the week that begins on Monday', () => {
    expect([mondayOf('2026-11-22'), mondayOf('2026-11-23')]).toEqual(['2026-11-16', '2026-11-23'])
    expect(weekOf('2026-01-01')).toEqual(weekOf('2026-01-04'))
  })

  it('is found once among the weeks of its month, of which there are four to six', () => {
    expect(weeksOfMonth('2027-02-10')).toHaveLength(4)
    expect(weeksOfMonth('2026-11-01')).toHaveLength(6)
    const days = weeksOfMonth('2026-08-15').flat()
    expect(new Set(days).size).toBe(days.length)
    expect([days[0], days.at(-1)]).toEqual(['2026-07-27', '2026-09-06'])
  })

  it('is one of the calendar', () => {
    expect(['2026-02-28', '2026-02-30', '2026-13-01', '2026-1-1', 20260101, undefined].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })

  it('is today where the building is', () => {
    const now = new Date('2026-01-05T11:30:00Z')
    expect([todayIn('Pacific/Auckland', now), todayIn('America/New_York', now)]).toEqual(['2026-01-06', '2026-01-05'])
  })
})

describe('a time', () => {
  it.each([
    ['2026-01-05', '09:00', 'Europe/Berlin', '2026-01-05T08:00:00.000Z'],
    ['2026-07-05', '09:00', 'Europe/Berlin', '2026-07-05T07:00:00.000Z'],
    ['2026-01-05', '00:15', 'Pacific/Auckland', '2026-01-04T11:15:00.000Z'],
    ['2026-01-05', '23:45', 'Asia/Kolkata', '2026-01-05T18:15:00.000Z'],
    ['2026-03-29', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-11-01', '03:00', 'America/New_York', '2026-11-01T08:00:00.000Z'],
  ])('of %s %s in %s is %s, and back', (day, time, timeZone, instant) => {
    expect(instantOf(day, time, timeZone)).toBe(instant)
    expect(localOf(instant, timeZone)).toEqual({ day, time })
  })

  it('that the clock skips is an hour later, and one that it shows twice is one of both', () => {
    expect(localOf(instantOf('2026-03-29', '02:30', 'Europe/Berlin'), 'Europe/Berlin').time).toBe('03:30')
    expect(localOf(instantOf('2026-10-25', '02:30', 'Europe/Berlin'), 'Europe/Berlin').time).toBe('02:30')
  })

  it('names its zone', () => {
    expect(zoneName('Europe/Berlin', '2026-01-05T09:00:00Z')).toBe('CET')
  })
})
