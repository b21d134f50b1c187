import { RRuleTemporal } from 'rrule-temporal'
import { calendarDay, daysAfter, daysBetween } from '../../platform/time/day.ts'
import { type EventProperty, readProperties } from './calendar-properties.ts'

/** An event that cannot be read. */
export class EventError extends Error {
  readonly uid: string | undefined
  constructor(message: string, uid?: string) {
    super(message)
    this.uid = uid
  }
}

export interface ReadEvent {
  readonly uid: string
  readonly name: string
  /** The days within the window; empty if it is canceled, or does not last whole days. */
  readonly days: readonly string[]
  readonly isCanceled: boolean
  /** The day of the series that this event replaces. */
  readonly replaces: string | undefined
}

/** The days of one event, such as school holidays. */
const MAX_EVENT_DAYS = 100
const MAX_OCCURRENCES = 5_000
/** The years, months, weeks or days without an occurrence after which a rule is given up: it probably matches never. */
const MAX_ITERATIONS = 6_000
const MAX_UID = 255
const MAX_NAME = 200
/** The status of an event that does not take place, as RFC 5545 spells it. */
const CANCELED = /^cancell?ed$/i

/** Rules that repeat within a day are no holidays. Those by week and day have no other filter than weekdays, which could match never. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  DAILY: ['BYDAY'],
  WEEKLY: ['BYDAY'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS'],
  YEARLY: ['BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'BYYEARDAY', 'BYWEEKNO'],
}
const PARTS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST']

interface Window {
  readonly firstDay: string
  readonly lastDay: string
}

/** The properties of one event, by name. */
type Event = ReadonlyMap<string, readonly EventProperty[]>

/** Reads one VEVENT. @throws EventError in words for administrators */
export const readEvent = (text: string, window: Window): ReadEvent => {
  const { properties, problem } = readProperties(text)
  const event: Event = Map.groupBy(properties, ({ name }) => name)
  const textOf = (name: string) => event.get(name)?.[0]?.value.trim() ?? ''
  const uid = textOf('UID') || undefined
  if (problem) throw new EventError(problem, uid)
  if (uid === undefined) throw new EventError('the event has no UID')
  if (uid.length > MAX_UID) throw new EventError(`the UID has more than ${MAX_UID} characters`, uid)
  try {
    const isCanceled = CANCELED.test(textOf('STATUS'))
    const days = isCanceled ? [] : daysOf(event, window)
    const replaced = event.get('RECURRENCE-ID')?.[0]
    return {
      ...{ uid, name: textOf('SUMMARY').slice(0, MAX_NAME) || 'Holiday', days, isCanceled },
      replaces: replaced && dayOf(replaced),
    }
  } catch (error) {
    if (isTimeout(error)) throw error
    throw new EventError((error as Error).message, uid)
  }
}

/** The end of the time for all events concerns no single one. */
const isTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

const daysOf = (event: Event, window: Window): string[] => {
  const start = event.get('DTSTART')?.[0]
  if (!start) throw new EventError('the event has no DTSTART')
  const firstDay = dayOf(start)
  if (firstDay < '1900' || firstDay >= '2101') throw new EventError(`its first day ${firstDay} is not in the years 1900 to 2100`)
  const length = lengthOf(event, start, firstDay)
  if (length === 0) return []
  if (length > MAX_EVENT_DAYS) throw new EventError(`it lasts ${length} days, and may last ${MAX_EVENT_DAYS}`)
  // RDATE names days by the thousand, each of which could become a hundred: only those that reach into the window count.
  const reaches = (first: string) => first <= window.lastDay && daysAfter(first, length - 1) >= window.firstDay
  const firsts = occurrencesOf(event, firstDay, window.lastDay).filter(reaches)
  const days = firsts.flatMap((first) => Array.from({ length }, (_, index) => daysAfter(first, index)))
  return [...new Set(days)].filter((day) => day >= window.firstDay && day <= window.lastDay)
}

/** The day of 20261225 or 20261225T000000. */
const dayOf = ({ name, value }: Pick<EventProperty, 'name' | 'value'>): string => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(T\d{6}Z?)?$/.exec(value.trim()) ?? []
  const found = year === undefined ? undefined : calendarDay(`${year}-${month}-${day}`)
  if (found === undefined) throw new EventError(`${name} is not a day of the calendar: ${value.slice(0, 50)}`)
  return found
}

const isMidnight = ({ value }: EventProperty): boolean => /^\d{8}(T000000Z?)?$/.test(value.trim())
const isDate = ({ value }: EventProperty): boolean => /^\d{8}$/.test(value.trim())

/** The number of whole days that the event lasts; 0 if it begins or ends within a day. */
const lengthOf = (event: Event, start: EventProperty, firstDay: string): number => {
  const end = event.get('DTEND')?.[0]
  const duration = event.get('DURATION')?.[0]
  if (end) {
    const length = daysBetween(firstDay, dayOf(end))
    if (length < 0) throw new EventError('it ends before it begins')
    if (!isMidnight(start) || !isMidnight(end)) return 0
    // Some calendars write the same day as the end of a whole day.
    return isDate(start) ? Math.max(1, length) : length
  }
  if (!isMidnight(start)) return 0
  if (duration) {
    const [, days, weeks] = /^\+?P(?:(\d{1,6})D|(\d{1,5})W)$/i.exec(duration.value.trim()) ?? []
    return Number(days ?? 0) + 7 * Number(weeks ?? 0)
  }
  return isDate(start) ? 1 : 0
}

/** The first day of each occurrence up to the last day of the window. */
const occurrencesOf = (event: Event, firstDay: string, lastDay: string): string[] => {
  const written = (name: string) =>
    (event.get(name) ?? []).flatMap(({ value }) => value.split(',').map((each) => dayOf({ name, value: each })))
  const excluded = new Set(written('EXDATE'))
  const days = new Set([firstDay, ...written('RDATE')])
  for (const { value } of event.get('RRULE') ?? []) for (const day of expand(value, firstDay, lastDay)) days.add(day)
  return [...days].filter((day) => !excluded.has(day)).sort()
}

const expand = (rule: string, firstDay: string, lastDay: string): string[] => {
  const parts = rule.trim().toUpperCase().split(';').filter(Boolean)
  const names = parts.map((part) => part.split('=')[0] as string)
  const frequency = parts.find((part) => part.startsWith('FREQ='))?.slice('FREQ='.length) ?? ''
  const filters = FILTERS[frequency]
  if (!filters) {
    throw new EventError(`its RRULE repeats ${frequency || 'never'}; holidays repeat DAILY, WEEKLY, MONTHLY or YEARLY`)
  }
  const unknown = names.find((name) => !PARTS.includes(name) && !filters.includes(name))
  if (unknown) throw new EventError(`its RRULE repeats ${frequency} with ${unknown}, which is not supported`)
  // Only days count, in a zone without clock changes.
  const until = parts.map((part) => part.replace(/^(UNTIL=\d{8})T\d{6}Z?$/, '$1'))
  const days: string[] = []
  let isTooOften = false
  const take = (day: string): boolean => {
    if (day > lastDay) return false
    isTooOften = days.length === MAX_OCCURRENCES
    if (!isTooOften) days.push(day)
    return !isTooOften
  }
  try {
    const start = `DTSTART;VALUE=DATE:${firstDay.replaceAll('-', '')}`
    const rules = new RRuleTemporal({ rruleString: `${start}\nRRULE:${until.join(';')}`, maxIterations: MAX_ITERATIONS })
    rules.all((time) => take(time.toString().slice(0, 10)))
  } catch (error) {
    if (isTimeout(error)) throw error
    throw new EventError(`its RRULE cannot be expanded: ${(error as Error).message}`)
  }
  if (isTooOften) throw new EventError(`it recurs more than ${MAX_OCCURRENCES} times until ${lastDay}`)
  return days
}
