import { WrongUse } from '../../wrong-use.ts'
import { ZONED_TIME } from './event-kinds.ts'

/** Interpretation of times without a zone. */
export interface TimeOptions {
  timeZone?: string | undefined
  timeFormat?: string | undefined
}

/** A time as the contract requires, or why it is invalid. */
export type ReadTime = { timestamp: string; isAmbiguous?: boolean } | { fault: string }
export type TimeReader = (text: string) => ReadTime

type Part =
  | 'year'
  | 'shortYear'
  | 'month'
  | 'monthName'
  | 'day'
  | 'hour'
  | 'hour12'
  | 'half'
  | 'minute'
  | 'second'
  | 'fraction'
  | 'offset'

const TOKENS: Record<string, readonly [Part, string]> = {
  YYYY: ['year', '\\d{4}'],
  YY: ['shortYear', '\\d{2}'],
  MMM: ['monthName', '[A-Za-z]{3}'],
  MM: ['month', '\\d{2}'],
  M: ['month', '\\d{1,2}'],
  DD: ['day', '\\d{2}'],
  D: ['day', '\\d{1,2}'],
  HH: ['hour', '\\d{2}'],
  H: ['hour', '\\d{1,2}'],
  hh: ['hour12', '\\d{2}'],
  h: ['hour12', '\\d{1,2}'],
  A: ['half', '[AaPp]\\.?[Mm]\\.?'],
  mm: ['minute', '\\d{2}'],
  ss: ['second', '\\d{2}'],
  S: ['fraction', '\\d{1,9}'],
  Z: ['offset', '[Zz]|[+-]\\d{2}:?\\d{2}'],
}
const TOKEN = new RegExp(`${Object.keys(TOKENS).join('|')}|'[^']*'|.`, 'gs')
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Without a format: an ISO 8601 date and time, with or without seconds. */
const ISO =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[Tt ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?$/

/** Node 22 lacks `RegExp.escape`. */
const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** @throws WrongUse for a format without the day or the hour */
const patternOf = (format: string): RegExp => {
  const parts: Part[] = []
  const source = (format.match(TOKEN) ?? []).map((token) => {
    const known = TOKENS[token]
    if (!known) return escapeForPattern(token.replace(/^'(.*)'$/s, '$1'))
    parts.push(known[0])
    return `(?<${known[0]}>${known[1]})`
  })
  const oneOf = (...some: Part[]) => parts.filter((part) => some.includes(part)).length === 1
  const isWhole = oneOf('year', 'shortYear') && oneOf('month', 'monthName') && oneOf('day') && oneOf('hour', 'hour12')
  const hasHalf = parts.includes('hour12') === parts.includes('half')
  if (!isWhole || !hasHalf || new Set(parts).size < parts.length)
    throw new WrongUse(
      `--time-format ${format} needs a year (YYYY, YY), month (MM, M, MMM), day (DD, D) and hour (HH, H, or hh, h with A), each once.`,
    )
  return new RegExp(`^${source.join('')}$`)
}

const hourOf = ({ hour, hour12, half }: Record<string, string | undefined>): number => {
  if (hour !== undefined) return Number(hour)
  const twelve = Number(hour12)
  // Temporal rejects hours that a 12-hour clock does not have.
  if (twelve < 1 || twelve > 12) return 99
  return (twelve % 12) + (/^p/i.test(half ?? '') ? 12 : 0)
}

/** @throws RangeError for a day or time that does not exist */
const dateTimeOf = (parts: Record<string, string | undefined>): Temporal.PlainDateTime => {
  const { year, shortYear, month, monthName, day, minute = 0, second = 0, fraction = '' } = parts
  const digits = fraction.padEnd(9, '0')
  return Temporal.PlainDateTime.from(
    {
      year: year === undefined ? 2000 + Number(shortYear) : Number(year),
      month: monthName === undefined ? Number(month) : MONTHS.indexOf(monthName.toLowerCase()) + 1,
      day: Number(day),
      hour: hourOf(parts),
      minute: Number(minute),
      second: Number(second),
      millisecond: Number(digits.slice(0, 3)),
      microsecond: Number(digits.slice(3, 6)),
      nanosecond: Number(digits.slice(6, 9)),
    },
    { overflow: 'reject' },
  )
}

/** Converts a local time of a place. A repeated time gives the earlier instant, a skipped time none. */
const inZone = (local: Temporal.PlainDateTime, timeZone: string): ReadTime => {
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (!earlier.toPlainDateTime().equals(local))
    return { fault: `is a time that ${timeZone} did not have: the clock was put forward` }
  const later = local.toZonedDateTime(timeZone, { disambiguation: 'later' })
  return { timestamp: earlier.toInstant().toString(), isAmbiguous: !later.equals(earlier) }
}

const sinceEpoch = (text: string, perSecond: number): ReadTime => {
  const milliseconds = /^\d{1,14}(\.\d+)?$/.test(text) ? Math.round((Number(text) * 1000) / perSecond) : Number.NaN
  const moment = new Date(milliseconds)
  return Number.isNaN(moment.getTime()) ? { fault: 'is not a number since 1970' } : { timestamp: moment.toISOString() }
}

const known = (timeZone: string): string => {
  try {
    return Temporal.Now.zonedDateTimeISO(timeZone).timeZoneId
  } catch {
    throw new WrongUse(`--time-zone ${timeZone} is not a time zone such as Europe/Berlin.`)
  }
}

/** Reads times of an export. Times with a zone as in the contract stay unchanged. @throws WrongUse */
export const timeReader = ({ timeZone, timeFormat }: TimeOptions): TimeReader => {
  const zone = timeZone === undefined ? undefined : known(timeZone)
  const isEpoch = timeFormat === 'unix' || timeFormat === 'unix-ms'
  const pattern = timeFormat === undefined || isEpoch ? ISO : patternOf(timeFormat)
  return (text) => {
    if (ZONED_TIME.test(text)) return { timestamp: text }
    if (isEpoch) return sinceEpoch(text, timeFormat === 'unix' ? 1 : 1000)
    const parts = pattern.exec(text)?.groups
    if (!parts)
      return { fault: timeFormat ? `does not have the form ${timeFormat}` : 'does not have a known form: give --time-format' }
    try {
      const local = dateTimeOf(parts)
      if (parts.offset) return { timestamp: local.toZonedDateTime(offsetOf(parts.offset)).toInstant().toString() }
      return zone ? inZone(local, zone) : { fault: 'has no time zone: give --time-zone' }
    } catch {
      return { fault: 'is not a valid time' }
    }
  }
}

/** An offset in the notation of a Temporal time zone. */
const offsetOf = (text: string): string => (/^z$/i.test(text) ? 'UTC' : text.replace(/^(...)(\d\d)$/, '$1:$2'))
