import type { Company, Country } from '../company/types.ts'
import { dayNumber, dayText, weekdayOf } from './calendar.ts'

/** The years of the calendars. */
const FIRST_YEAR = 2020
const LAST_YEAR = 2035

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
const easter = (year: number): number => {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const moon = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const sunday = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - moon - (c % 4)) % 7
  const n = moon + sunday - 7 * Math.floor((a + 11 * moon + 22 * sunday) / 451) + 114
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1)
}

const dayOf = (year: number, month: number, day: number): number =>
  dayNumber(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)

/** The first such weekday on or after a day; Monday is 0. */
const onOrAfter = (number: number, weekday: number): number => number + ((weekday - weekdayOf(number) + 7) % 7)

type Rule = (year: number) => number

const fixed =
  (month: number, day: number): Rule =>
  (year) =>
    dayOf(year, month, day)
const afterEaster =
  (days: number): Rule =>
  (year) =>
    easter(year) + days
/** The nth Monday (0) to Sunday (6) of a month. */
const nth =
  (n: number, weekday: number, month: number): Rule =>
  (year) =>
    onOrAfter(dayOf(year, month, 1 + 7 * (n - 1)), weekday)

/** Public holidays of Germany with those of Berlin, and federal holidays of the United States. */
const RULES: Readonly<Record<Country, Readonly<Record<string, Rule>>>> = {
  germany: {
    "New Year's Day": fixed(1, 1),
    "International Women's Day": fixed(3, 8),
    'Good Friday': afterEaster(-2),
    'Easter Monday': afterEaster(1),
    'Labor Day': fixed(5, 1),
    'Ascension Day': afterEaster(39),
    'Whit Monday': afterEaster(50),
    'Day of German Unity': fixed(10, 3),
    'Christmas Day': fixed(12, 25),
    'Second Day of Christmas': fixed(12, 26),
  },
  'united-states': {
    "New Year's Day": fixed(1, 1),
    'Martin Luther King Jr. Day': nth(3, 0, 1),
    "Washington's Birthday": nth(3, 0, 2),
    'Memorial Day': (year) => onOrAfter(dayOf(year, 5, 25), 0),
    Juneteenth: fixed(6, 19),
    'Independence Day': fixed(7, 4),
    'Labor Day': nth(1, 0, 9),
    'Columbus Day': nth(2, 0, 10),
    'Veterans Day': fixed(11, 11),
    Thanksgiving: nth(4, 3, 11),
    'Christmas Day': fixed(12, 25),
  },
}

const YEARS = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index)

interface Holiday {
  readonly number: number
  readonly name: string
}

const holidaysOf = (country: Country): Holiday[] =>
  YEARS.flatMap((year) => Object.entries(RULES[country]).map(([name, rule]) => ({ number: rule(year), name })))

const namesOf = (country: Country): ReadonlyMap<number, string> =>
  new Map(holidaysOf(country).map(({ number, name }) => [number, name]))
const HOLIDAYS: Readonly<Record<Country, ReadonlyMap<number, string>>> = {
  germany: namesOf('germany'),
  'united-states': namesOf('united-states'),
}

/** The holiday on which the office is closed, because the company keeps those of its country. */
export const holidayName = ({ keepsHolidays, offices }: Company, office: number, number: number): string | undefined => {
  const country = offices[office]?.country
  return keepsHolidays && country ? HOLIDAYS[country].get(number) : undefined
}

export const isHoliday = (company: Company, office: number, number: number): boolean =>
  holidayName(company, office, number) !== undefined

export interface CalendarExample {
  /** Names the calendar at its import. */
  readonly fileName: string
  /** An iCalendar file. */
  readonly text: string
}

/** The holidays of a country as an iCalendar file (RFC 5545), one event for each of them. */
export const holidayCalendar = (country: Country): CalendarExample => {
  const events = holidaysOf(country).flatMap(({ number, name }) => {
    const day = dayText(number).replaceAll('-', '')
    return [
      'BEGIN:VEVENT',
      `UID:${country}-${day}@holidays.example`,
      `DTSTART;VALUE=DATE:${day}`,
      `SUMMARY:${name}`,
      'END:VEVENT',
    ]
  })
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//Rollcall//Holidays ${country}//EN`, ...events, 'END:VCALENDAR', '']
  return { fileName: `holidays-${country}.ics`, text: lines.join('\r\n') }
}
