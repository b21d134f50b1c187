import { runInNewContext } from 'node:vm'
import { CALENDAR_YEARS, MAX_CALENDAR_DAYS, MAX_CALENDAR_EVENTS } from '@rollcall/contract'
import { AppError, type FieldError } from '../../platform/errors.ts'
import { type CalendarBlock, splitEvents } from './calendar-lines.ts'
import { EventError, type ReadEvent, readEvent } from './calendar-recurrence.ts'

/** The holidays of one event: its days from the years that count, with their names. An event that was canceled has none. */
export type FileHolidays = ReadonlyMap<string, ReadonlyMap<string, string>>

export interface ReadCalendar {
  readonly events: number
  readonly ignored: number
  /** By UID. */
  readonly holidays: FileHolidays
  readonly firstDay: string
  readonly lastDay: string
}

const MAX_ERRORS = 50
/** Rules are checked before they are expanded, so this ends only what a check does not know. */
const EXPANSION_TIMEOUT_MS = 3_000

/**
 * Reads the all-day events of an iCalendar file, with their recurrences, from the years around this one.
 * @throws AppError invalid_body with the line and UID of each event that is wrong
 */
export const readCalendarFile = (text: string, year: number): ReadCalendar => {
  const blocks = splitEvents(text)
  if (blocks.length === 0) throw refuse([at(1, undefined, 'the file has no event (VEVENT)')])
  if (blocks.length > MAX_CALENDAR_EVENTS) {
    throw refuse([at(1, undefined, `the file has ${blocks.length} events, and may have ${MAX_CALENDAR_EVENTS}`)])
  }
  const window = { firstDay: `${year - CALENDAR_YEARS}-01-01`, lastDay: `${year + CALENDAR_YEARS}-12-31` }
  try {
    return runInNewContext('read()', { read: () => readBlocks(blocks, window) }, { timeout: EXPANSION_TIMEOUT_MS })
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    throw refuse([at(1, undefined, 'its recurrence rules take too long to expand')])
  }
}

interface Window {
  readonly firstDay: string
  readonly lastDay: string
}

const readBlocks = (blocks: readonly CalendarBlock[], window: Window): ReadCalendar => {
  const events: ReadEvent[] = []
  const errors: FieldError[] = []
  let days = 0
  for (const { line, text } of blocks) {
    try {
      const event = readEvent(text, window)
      days += event.days.length
      if (days > MAX_CALENDAR_DAYS)
        throw new EventError(`with it the file has more than ${MAX_CALENDAR_DAYS} holidays`, event.uid)
      events.push(event)
    } catch (error) {
      if (!(error instanceof EventError)) throw error
      errors.push(at(line, error.uid, error.message))
      if (errors.length === MAX_ERRORS || days > MAX_CALENDAR_DAYS) break
    }
  }
  if (errors.length > 0) throw refuse(errors)
  const ignored = events.filter(({ days: own, isCanceled }) => own.length === 0 && !isCanceled).length
  return { events: blocks.length, ignored, holidays: collect(events), ...window }
}

/** An occurrence that was moved or canceled is an event of its own, which may stand before its series. */
const collect = (events: readonly ReadEvent[]): FileHolidays => {
  const holidays = new Map<string, Map<string, string>>(events.map(({ uid }) => [uid, new Map()]))
  const add = (isOf: (event: ReadEvent) => boolean) => {
    for (const { uid, days, name } of events.filter(isOf)) for (const day of days) holidays.get(uid)?.set(day, name)
  }
  add(({ replaces }) => replaces === undefined)
  for (const { uid, replaces } of events) if (replaces !== undefined) holidays.get(uid)?.delete(replaces)
  add(({ replaces }) => replaces !== undefined)
  return holidays
}

const at = (line: number, uid: string | undefined, problem: string): FieldError => ({
  pointer: '/calendar',
  message: `line ${line}${uid === undefined ? '' : `, UID ${uid.slice(0, 100)}`}: ${problem.slice(0, 300)}`,
  code: 'calendar',
})

const refuse = (errors: FieldError[]) => new AppError('invalid_body', { errors })
