import { MAX_CALENDAR_DAYS, MAX_CALENDAR_EVENTS } from '@rollcall/contract'
import { describe, expect, it } from 'vitest'
import { readCalendarFile } from '../../src/planning/calendar/calendar-file.ts'
import { AppError } from '../../src/platform/errors.ts'
import { daysAfter } from '../../src/platform/time/day.ts'

const file = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']), 'END:VCALENDAR'].join('\r\n')
const read = (...events: string[][]) => readCalendarFile(file(...events), 2026)
const daysOf = (...events: string[][]) =>
  Object.fromEntries([...read(...events).holidays].map(([uid, days]) => [uid, [...days.keys()].sort()]))
const CHRISTMAS = ['UID:christmas', 'DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas Day']
/** The messages of a file that is refused. */
const errorsOf = (text: string): string[] => {
  try {
    readCalendarFile(text, 2026)
  } catch (error) {
    if (error instanceof AppError) return error.extras.errors?.map(({ message }) => message) ?? [error.message]
    throw error
  }
  return []
}

describe('holidays of a calendar file', () => {
  it('are its all-day events, with their names', () => {
    const { holidays, events, ignored } = read(CHRISTMAS)
    expect([...holidays].map(([uid, days]) => [uid, [...days]])).toEqual([['christmas', [['2026-12-25', 'Christmas Day']]]])
    expect({ events, ignored }).toEqual({ events: 1, ignored: 0 })
  })

  it.each([
    [
      'a DTEND, which is the day after the last one',
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'],
      ['24', '25', '26'],
    ],
    ['a DTEND on the same day, as some calendars write', ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261224'], ['24']],
    ['a duration', ['DTSTART;VALUE=DATE:20261224', 'DURATION:P2D'], ['24', '25']],
    ['midnights', ['DTSTART;TZID=Europe/Berlin:20261224T000000', 'DTEND;TZID=Europe/Berlin:20261226T000000'], ['24', '25']],
  ])('last as long as %s says', (_, lines, days) => {
    expect(daysOf(['UID:a', ...lines])).toEqual({ a: days.map((day) => `2026-12-${day}`) })
  })

  it('are not meetings', () => {
    const meeting = ['UID:m', 'DTSTART:20261224T090000Z', 'DTEND:20261224T100000Z', 'SUMMARY:Meeting']
    expect(read(meeting, CHRISTMAS)).toMatchObject({ events: 2, ignored: 1 })
    expect(daysOf(meeting)).toEqual({ m: [] })
  })

  it('recur, from the years around this one', () => {
    const yearly = daysOf(['UID:a', 'DTSTART;VALUE=DATE:19901003', 'RRULE:FREQ=YEARLY'])
    expect(yearly.a).toEqual(Array.from({ length: 21 }, (_, index) => `${2016 + index}-10-03`))
  })

  it.each([
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=3', ['2024-11-28', '2025-11-27', '2026-11-26']],
    ['FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO;UNTIL=20260601', ['2024-05-27', '2025-05-26', '2026-05-25']],
    ['FREQ=MONTHLY;INTERVAL=6;COUNT=2;BYMONTHDAY=1', ['2024-07-01']],
    ['FREQ=WEEKLY;BYDAY=SA,SU;COUNT=3', ['2024-01-06', '2024-01-07', '2024-01-13']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=2', ['2024-02-29', '2028-02-29']],
  ])('by the rule %s', (rule, days) => {
    const [, ...later] = daysOf(['UID:a', 'DTSTART;VALUE=DATE:20240101', `RRULE:${rule}`]).a as string[]
    expect(later).toEqual(days)
  })

  it('leave out EXDATE, add RDATE, and move or cancel single occurrences', () => {
    const series = [
      ...['UID:a', 'DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=YEARLY;COUNT=4'],
      ...['EXDATE;VALUE=DATE:20270501', 'RDATE;VALUE=DATE:20260612,20260613'],
    ]
    const moved = ['UID:a', 'RECURRENCE-ID;VALUE=DATE:20280501', 'DTSTART;VALUE=DATE:20280502', 'SUMMARY:Moved']
    const canceled = ['UID:a', 'RECURRENCE-ID;VALUE=DATE:20290501', 'DTSTART;VALUE=DATE:20290501', 'STATUS:CANCELLED']
    const expected = { a: ['2026-05-01', '2026-06-12', '2026-06-13', '2028-05-02'] }
    expect(daysOf(moved, series, canceled)).toEqual(expected)
    expect(daysOf(series, canceled, moved)).toEqual(expected)
  })

  it('are those within the years around this one, however many others RDATE names', () => {
    const far = Array.from({ length: 20_000 }, (_, index) => daysAfter('2100-01-01', index).replaceAll('-', ''))
    const event = ['UID:a', 'DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20270311', `RDATE;VALUE=DATE:20151230,${far}`]
    const days = daysOf(event).a as string[]
    // The first occurrence reaches into the years around this one with all of its days but two.
    expect([days.length, days[0], days.at(-1)]).toEqual([198, '2016-01-01', '2027-03-10'])
  })

  it('are none of an event that was canceled', () => {
    expect(daysOf([...CHRISTMAS, 'STATUS:CANCELLED'])).toEqual({ christmas: [] })
  })

  it('are read from folded lines, with other line ends and a byte order mark', () => {
    const text = `\uFEFF${file(['UID:a', 'DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas\r\n  Day\\, first'])}`
    for (const each of [text, text.replaceAll('\r\n', '\n')]) {
      expect([...(readCalendarFile(each, 2026).holidays.get('a') ?? [])]).toEqual([['2026-12-25', 'Christmas Day, first']])
    }
  })
})

describe('a calendar file that cannot be read is refused with lines and UIDs', () => {
  it.each([
    ['not a calendar', 'hello', 'line 1: the file has no event (VEVENT)'],
    ['no UID', file(['DTSTART;VALUE=DATE:20261225']), 'line 2: the event has no UID'],
    ['no day', file(['UID:a']), 'line 2, UID a: the event has no DTSTART'],
    [
      'a day that does not exist',
      file(['UID:a', 'DTSTART;VALUE=DATE:20260230']),
      'line 2, UID a: DTSTART is not a day of the calendar: 20260230',
    ],
    [
      'an end before the start',
      file(['UID:a', 'DTSTART;VALUE=DATE:20260202', 'DTEND;VALUE=DATE:20260101']),
      'line 2, UID a: it ends before it begins',
    ],
    [
      'a day long ago',
      file(['UID:a', 'DTSTART;VALUE=DATE:16010101', 'RRULE:FREQ=YEARLY']),
      'line 2, UID a: its first day 1601-01-01 is not in the years 1900 to 2100',
    ],
    [
      'an endless event',
      file(['UID:a', 'DTSTART;VALUE=DATE:20260101', 'DTEND;VALUE=DATE:20300101']),
      'line 2, UID a: it lasts 1461 days, and may last 100',
    ],
    [
      'no end of the event',
      file(CHRISTMAS).replace(/END:VEVENT[\s\S]*/, ''),
      'line 2, UID christmas: the event does not end (END:VEVENT)',
    ],
    ['a line without a value', file(['UID:a', 'what']), 'line 2, UID a: this line has no name and value: what'],
    [
      'a rule of seconds',
      file(['UID:a', 'DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=SECONDLY']),
      'line 2, UID a: its RRULE repeats SECONDLY; holidays repeat DAILY, WEEKLY, MONTHLY or YEARLY',
    ],
    [
      'a rule that could match never',
      file(['UID:a', 'DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30']),
      'line 2, UID a: its RRULE repeats DAILY with BYMONTH, which is not supported',
    ],
    [
      'a rule of a day that no year has',
      file(['UID:a', 'DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30']),
      'line 2, UID a: its RRULE cannot be expanded: Maximum iterations (6000) exceeded in all()',
    ],
    [
      'a rule of every day',
      file(['UID:a', 'DTSTART;VALUE=DATE:20000101', 'RRULE:FREQ=DAILY']),
      'line 2, UID a: it recurs more than 5000 times until 2036-12-31',
    ],
  ])('%s', (_, text, message) => {
    expect(errorsOf(text)).toEqual([message])
  })

  it('each event once, on its line', () => {
    const bad = ['UID:b', 'DTSTART;VALUE=DATE:20261301']
    expect(errorsOf(file(CHRISTMAS, bad, ['SUMMARY:x']))).toEqual([
      'line 7, UID b: DTSTART is not a day of the calendar: 20261301',
      'line 11: the event has no UID',
    ])
  })

  it('up to its limits', () => {
    const events = (count: number) =>
      Array.from({ length: count }, (_, index) => ['UID:a', `DTSTART;VALUE=DATE:2026${'0101'}`, `X-N:${index}`])
    expect(errorsOf(file(...events(MAX_CALENDAR_EVENTS)))).toEqual([])
    expect(errorsOf(file(...events(MAX_CALENDAR_EVENTS + 1)))).toEqual([
      `line 1: the file has ${MAX_CALENDAR_EVENTS + 1} events, and may have ${MAX_CALENDAR_EVENTS}`,
    ])
    const weekly = (uid: string) => [`UID:${uid}`, 'DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=WEEKLY;COUNT=500']
    const ten = Array.from({ length: MAX_CALENDAR_DAYS / 500 }, (_, index) => weekly(`w${index}`))
    expect(errorsOf(file(...ten))).toEqual([])
    expect(errorsOf(file(...ten, CHRISTMAS))).toEqual([
      `line ${2 + 5 * ten.length}, UID christmas: with it the file has more than ${MAX_CALENDAR_DAYS} holidays`,
    ])
  })
})
