/** Reads a day as people type it, with the month names and the order of day and month of a locale. */
import { searchText } from '@rollcall/contract'
import { LANGUAGE } from '../language/language.ts'
import { addDays, isDay, todayIn } from './days.ts'

export interface DayBounds {
  readonly min?: string | undefined
  readonly max?: string | undefined
}

interface Around extends DayBounds {
  readonly today?: string
  /** Whether a day without a year is the last such day, instead of the next one. */
  readonly isPast?: boolean
}

interface Parts {
  readonly date: string
  /** A number or a name. */
  readonly month: string
  readonly year?: string
}

const isWithin = (day: string, { min, max }: DayBounds): boolean => !(min && day < min) && !(max && day > max)

/** Whether the text ends with a whole year or is 2026-11-24, so that typing more would not make it another day. */
export const isWhole = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$|(?:^|\D)\d{4}$/.test(text.trim())

const YEAR_FIRST = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<date>\d{1,2})$/
const WITH_DOTS = /^(?<date>\d{1,2})\. ?(?<month>\d{1,2})(?:\. ?(?<year>\d{4}|\d{2})?)?$/
const DAY_FIRST = /^(?<date>\d{1,2})[-/](?<month>\d{1,2})(?:[-/](?<year>\d{4}|\d{2}))?$/
const MONTH_FIRST = /^(?<month>\d{1,2})[-/](?<date>\d{1,2})(?:[-/](?<year>\d{4}|\d{2}))?$/
/** 8 Dec, 8. Dezember 2026, 1er août, Tue 24 November 2026. */
const WRITTEN =
  /^(?:\p{L}+[.,]* +)?(?<date>\d{1,2})(?:er|st|nd|rd|th)?[. ]*(?:of +)?(?<month>\p{L}{3,})\.?(?:,? *(?<year>\d{4}|\d{2}))?$/iu
/** Dec 8, December 8th, 2026. */
const WRITTEN_MONTH_FIRST =
  /^(?:\p{L}+[.,]* +)?(?<month>\p{L}{3,})\.? *(?<date>\d{1,2})(?:st|nd|rd|th)?(?:,? +(?<year>\d{4}|\d{2}))?$/iu

/** Letters as they are typed on any keyboard: fevrier, aujourd'hui. */
const plain = (text: string): string => searchText(text).replaceAll('’', "'")

/** The names of the twelve months as they are within a date, in full and abbreviated. */
const monthNames = (locale: string): string[][] =>
  (['long', 'short'] as const).map((month) => {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, index) => {
      const name = format.formatToParts(Date.UTC(2026, index, 9)).find(({ type }) => type === 'month')?.value ?? ''
      return plain(name).replace(/\.$/, '')
    })
  })

/** The number of the month with this name, or whose name alone begins so; 0 for none. */
const findMonth = ([long = [], short = []]: readonly string[][], name: string): number => {
  const exact = Math.max(long.indexOf(name), short.indexOf(name))
  if (exact >= 0) return exact + 1
  const found = long.filter((each) => each.startsWith(name))
  return found.length === 1 ? long.indexOf(found[0] as string) + 1 : 0
}

/** Words such as today and tomorrow, with the number of days from today. */
const relativeDays = (locale: string): [string, number][] => {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return [-2, -1, 0, 1, 2].map((days) => [plain(format.format(days, 'day')), days])
}

const dayOf = (year: number | string, month: number, date: string): string =>
  `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`

/** Years around today in which a day without a year is looked for: enough for each 29 February. */
const YEARS = 8

/** Of the days with this month and date the nearest one within the bounds, or else the nearest one. */
const withoutYear = (month: number, date: string, today: string, { isPast = false, ...bounds }: Around): string | null => {
  const year = Number(today.slice(0, 4))
  const days = Array.from({ length: 2 * YEARS + 1 }, (_, index) => dayOf(year - YEARS + index, month, date)).filter(isDay)
  const isFirst = (day: string): boolean => (isPast ? day <= today : day >= today)
  const first = days.filter(isFirst)
  const others = days.filter((day) => !isFirst(day))
  const nearest = isPast ? [...first.toReversed(), ...others] : [...first, ...others.toReversed()]
  return nearest.find((day) => isWithin(day, bounds)) ?? nearest[0] ?? null
}

/** A reader of days in the language of a locale, and in English. It returns null for what is no day. */
export const dayReader = (locale: string) => {
  const names = [monthNames(locale), monthNames('en')]
  const words = new Map([...relativeDays('en'), ...relativeDays(locale)])
  const isMonthFirst = new Intl.DateTimeFormat(locale).formatToParts()[0]?.type === 'month'
  const forms = [
    ...[YEAR_FIRST, WITH_DOTS, isMonthFirst ? MONTH_FIRST : DAY_FIRST, WRITTEN],
    // In French, the abbreviation of a weekday may be that of a month: mar. 24.
    ...(locale.startsWith('en') ? [WRITTEN_MONTH_FIRST] : []),
  ]
  const monthOf = (month: string): number =>
    /\d/.test(month) ? Number(month) : names.reduce((found, each) => found || findMonth(each, plain(month)), 0)
  return (typed: string, around: Around = {}): string | null => {
    const { today = todayIn() } = around
    const text = typed.normalize().trim().replaceAll(/\s+/g, ' ')
    const days = words.get(plain(text))
    if (days !== undefined) return addDays(today, days)
    const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
    if (!parts) return null
    const { date, month, year } = parts as unknown as Parts
    const number = monthOf(month)
    if (year === undefined) return withoutYear(number, date, today, around)
    const day = dayOf(year.length === 2 ? `20${year}` : year, number, date)
    return isDay(day) ? day : null
  }
}

/** Browsers may name what is no tag of a language, such as en-US@posix on a system without a locale. */
const isLocale = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** In English, the order of day and month is that of the browser: of its English, or else of its first language. */
export const localeOf = (languages: readonly string[]): string => {
  const known = languages.filter(isLocale)
  return known.find((tag) => tag.startsWith('en')) ?? known[0] ?? 'en'
}

/** Reads a day in the language of the app. */
export const readDay = dayReader(
  LANGUAGE !== 'en' || typeof window === 'undefined' ? LANGUAGE : localeOf(window.navigator.languages),
)
