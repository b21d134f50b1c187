import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayRange,
  daysBetween,
  fullDay,
  isDay,
  mondayOf,
  monthName,
  shortDay,
  shortWeekday,
  todayIn,
  weekdayName,
  weekOf,
  weeksOfMonth,
} from '../../src/time/days.ts'
import {
  exactMomentText,
  instantOf,
  localOf,
  momentDayText,
  momentText,
  parseTime,
  readerZone,
  timeText,
  zoneName,
} from '../../src/time/zoned-time.ts'

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

  it('is understood as people type it, in each language, and nothing else is', () => {
    for (const typed of ['9:30', '0930', '930', '9.30', '9:30 am', '9h30', '9 h 30', '09 H 30', '9.30 Uhr'])
      expect([typed, parseTime(typed)]).toEqual([typed, '09:30'])
    expect(['9', '9h', '9 Uhr', '9 pm', '12am'].map(parseTime)).toEqual(['09:00', '09:00', '09:00', '21:00', '00:00'])
    for (const typed of ['', 'h30', '9h3', '24h00', '9:60', '13pm', 'noon'])
      expect([typed, parseTime(typed)]).toEqual([typed, null])
  })

  it('names its zone', () => {
    expect(zoneName('Europe/Berlin', '2026-01-05T09:00:00Z')).toBe('CET')
    const there = readerZone() === 'Asia/Kolkata' ? 'Asia/Tokyo' : 'Asia/Kolkata'
    const at = '2026-01-05T09:00:00Z'
    expect(timeText(at, readerZone()), 'which the reader knows').toBe(localOf(at, readerZone()).time)
    expect(timeText(at, there)).toBe(`${localOf(at, there).time} ${zoneName(there, at)}`)
  })
})

describe('days in words', () => {
  it('are written in one way, whatever the browser speaks', () => {
    expect([shortDay('2026-11-24'), fullDay('2026-11-24'), fullDay('2026-09-05')]).toEqual([
      'Tue 24 Nov',
      'Tue 24 Nov 2026',
      'Sat 5 Sep 2026',
    ])
    expect([weekdayName('2026-11-22'), shortWeekday('2026-11-23'), monthName('2026-05-01')]).toEqual([
      'Sunday',
      'Mon',
      'May 2026',
    ])
    expect(dayRange('2026-11-23', '2026-11-29')).toBe('23–29 Nov 2026')
    expect(dayRange('2026-11-30', '2026-12-06')).toBe('30 Nov – 6 Dec 2026')
    expect(dayRange('2026-12-28', '2027-01-03')).toBe('28 Dec 2026 – 3 Jan 2027')
    expect(momentText('2026-11-24T13:05:09Z', 'Europe/Berlin')).toMatch(/^Tue 24 Nov 2026, 14:05 (CET|GMT\+1)$/)
    expect(exactMomentText('2026-11-24T23:59:59Z', 'UTC')).toBe('Tue 24 Nov 2026, 23:59:59 UTC')
    expect(momentDayText('2026-11-24T23:30:00Z', 'Europe/Berlin')).toBe('Wed 25 Nov 2026')
    expect(momentDayText('2026-11-24T02:30:00Z', 'America/New_York')).toBe('Mon 23 Nov 2026')
  })
})

/** A process of its own, as the language is read when the modules are loaded. */
const inLanguage = async (language: 'de' | 'fr', ...typed: readonly string[]) => {
  const [macros, script] = ['../../macros-in-node.ts', '../support/time-in-language.ts'].map((path) =>
    join(import.meta.dirname, path),
  )
  const run = promisify(execFile)(process.execPath, ['--import', String(macros), String(script), language, ...typed])
  return JSON.parse((await run).stdout) as unknown
}

describe('in another language', () => {
  it('is written and read as in German', async () => {
    expect(
      await inLanguage('de', '24.11.2026', '24. November 2026', 'Di., 1. März 2026', '3. marz 2026', '24 Oct 2026', '31.2.2026'),
    ).toEqual({
      days: ['Di. 24. Nov. 2026', 'So. 1. März 2026', 'Mi. 8. Juli 2026'],
      names: ['Dienstag', 'November 2026', 'Di'],
      ranges: ['23.–29. Nov. 2026', '30. Nov. – 6. Dez. 2026', '28. Dez. 2026 – 3. Jan. 2027'],
      durations: ['2 Tg. 3 Std.', '0 Sek.'],
      moment: 'Di. 24. Nov. 2026, 08:05 GMT-5',
      unread: [],
      typed: ['2026-11-24', '2026-11-24', '2026-03-01', '2026-03-03', '2026-10-24', null],
    })
  })

  it('is written and read as in French', async () => {
    expect(
      await inLanguage('fr', '24/11/2026', '1er août 2026', 'mar. 24 nov. 2026', '3 fevrier 2026', '8 juil. 2026', '9 juin 2026'),
    ).toEqual({
      days: ['mar. 24 nov. 2026', 'dim. 1 mars 2026', 'mer. 8 juil. 2026'],
      names: ['mardi', 'novembre 2026', 'mar'],
      ranges: ['23–29 nov. 2026', '30 nov. – 6 déc. 2026', '28 déc. 2026 – 3 janv. 2027'],
      durations: ['2 j 3 h', '0 s'],
      moment: 'mar. 24 nov. 2026, 08:05 UTC−5',
      unread: [],
      typed: ['2026-11-24', '2026-08-01', '2026-11-24', '2026-02-03', '2026-07-08', '2026-06-09'],
    })
  })
})
