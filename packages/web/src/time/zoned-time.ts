import { t } from '@lingui/core/macro'
import { LANGUAGE } from '../language/language.ts'
import { fullDay } from './days.ts'

/*
 * Moments of a building are in its time zone; all others, such as those of the service, in the reader's own. They name the zone,
 * except times below a heading that names it, and times that are the reader's own anyway.
 */

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** The local time of a time zone at an instant, in milliseconds as if it were UTC. */
const clockOf = (instant: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const [year, month, day, hour, minute, second] = PARTS.map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  ) as [number, number, number, number, number, number]
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The instant of a local time. A repeated time gives one of its two instants, a skipped time an instant one hour later. */
export const instantOf = (day: string, time: string, timeZone: string): string => {
  const wanted = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  let instant = wanted
  // The offset depends on the instant itself, so near a clock change the second step corrects the first.
  for (let step = 0; step < 2; step += 1) instant += wanted - clockOf(instant, timeZone)
  return new Date(instant).toISOString()
}

/** Local day and time, HH:MM, of an instant. */
export const localOf = (instant: string, timeZone: string): { day: string; time: string } => {
  const text = new Date(clockOf(Math.floor(Date.parse(instant) / 1000) * 1000, timeZone)).toISOString()
  return { day: text.slice(0, 10), time: text.slice(11, 16) }
}

/** Parses a time of day as people type it: 9, 9:30, 0930, 9.30 pm, 9h30, 9.30 Uhr; null for anything else. */
export const parseTime = (typed: string): string | null => {
  const [, hours = '', minutes = '0', half] = /^(\d{1,2}?) ?[:.h]? ?(\d{2})? ?(?:([ap]m)|uhr)?$/i.exec(typed.trim()) ?? []
  const given = Number(hours)
  if (hours === '' || Number(minutes) > 59 || (half && (given < 1 || given > 12))) return null
  const hour = half ? (given % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : given
  return hour > 23 ? null : hourText(hour, Number(minutes))
}

/** Whether a text is a time as forms keep it, HH:MM. */
export const isTime = (text: string): boolean => parseTime(text) === text

const two = (part: number): string => String(part).padStart(2, '0')

/** An hour of the day such as 07:00. */
export const hourText = (hour: number, minute = 0): string => `${two(hour)}:${two(minute)}`

/** A local time such as 14:00. */
export const timeOf = (instant: string, timeZone: string): string => localOf(instant, timeZone).time

const READER = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The browser's time zone, for data without a building. */
export const readerZone = (): string => READER

/** The time zones to choose from. Browsers leave some out that they are in themselves, such as UTC. */
export const TIME_ZONES: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), READER])]

/** A time such as 14:05, with the zone where it is not the reader's own: 14:05 CET. */
export const timeText = (instant: string, timeZone: string): string => {
  const [time, zone] = [timeOf(instant, timeZone), zoneName(timeZone, instant)]
  return zone === zoneName(READER, instant) ? time : `${time} ${zone}`
}

/** A local time with seconds, such as Tue 24 Nov 2026, 14:05:09. */
export const exactLocalText = (instant: string, timeZone: string): string => {
  const { day, time } = localOf(instant, timeZone)
  // Offsets of time zones in use are whole minutes.
  return `${fullDay(day)}, ${time}:${instant.slice(17, 19)}`
}

/** The same with the time zone, such as Tue 24 Nov 2026, 14:05:09 CET. */
export const exactMomentText = (instant: string, timeZone: string = READER): string =>
  `${exactLocalText(instant, timeZone)} ${zoneName(timeZone, instant)}`

/** A time such as Tue 24 Nov 2026, 14:05 CET, in the time zone of a building or of the reader. */
export const momentText = (instant: string, timeZone: string = READER): string => {
  const { day, time } = localOf(instant, timeZone)
  return `${fullDay(day)}, ${time} ${zoneName(timeZone, instant)}`
}

/** The day of such a time, such as Tue 24 Nov 2026. */
export const momentDayText = (instant: string, timeZone: string = READER): string => fullDay(localOf(instant, timeZone).day)

/** The short name of a time zone, such as CET, or GMT+5:30 for a zone without an abbreviation. */
export const zoneName = (timeZone: string, at: string | Date = new Date()): string =>
  new Intl.DateTimeFormat(LANGUAGE === 'en' ? 'en-GB' : LANGUAGE, { timeZone, timeZoneName: 'short' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** What is short enough for the middle of a sentence; the library's own short units are longer, and decline. */
const UNITS = [
  [86_400, (count: number) => t({ message: `${count} d`, comment: 'Days' })],
  [3_600, (count: number) => t({ message: `${count} h`, comment: 'Hours' })],
  [60, (count: number) => t({ message: `${count} min`, comment: 'Minutes' })],
  [1, (count: number) => t({ message: `${count} s`, comment: 'Seconds' })],
] as const

/** A duration such as `2 d 3 h`; the two largest units are enough. */
export const durationText = (ms: number): string => {
  let rest = Math.floor(Math.max(0, ms) / 1_000)
  const parts = UNITS.map(([seconds, textOf]) => {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    return { count, text: textOf(count) }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  if (first < 0) return UNITS[3][1](0)
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0)
  return shown.map(({ text }) => text).join(' ')
}

/** `after 3 min`: how long an event took to arrive. */
export const delayText = ({ timestamp, receivedAt }: { timestamp: string; receivedAt: string }): string => {
  const ms = Date.parse(receivedAt) - Date.parse(timestamp)
  const delay = durationText(ms)
  return ms < 0 ? t`before it happened` : t`after ${delay}`
}
