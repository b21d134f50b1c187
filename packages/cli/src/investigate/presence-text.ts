import type { AttendanceRow, PresenceRow, UserRow } from '@rollcall/contract'
import { table } from '../output.ts'
import type { DayFacts } from './day-facts.ts'
import { factsText, logText } from './facts-text.ts'
import { nameOf } from './find-user.ts'
import { localTime } from './time-zones.ts'

interface Shown {
  readonly user: UserRow
  readonly day: string
  readonly events: readonly PresenceRow[]
  readonly attendance: AttendanceRow | undefined
  readonly facts: DayFacts
  readonly rule: string
  readonly checks: readonly string[]
  readonly zoneOf: (locationId: string) => string
}

/** All facts of a user's day, as text. */
export const presenceText = ({ user, day, events, attendance, facts, rule, checks, zoneOf }: Shown): string => {
  const zone = zoneOf(facts.planned?.locationId ?? attendance?.attendanceLocationId ?? user.primaryLocationId ?? '')
  return [
    `${nameOf(user)}, ${day}`,
    eventsText(events, attendance, zoneOf),
    ...(attendance ? [attendanceText(attendance, zoneOf)] : []),
    factsText(facts, zone),
    logText(facts, zone),
    rule,
    ...(checks.length > 0 ? [['To check:', ...checks.map((check) => `- ${check}`)].join('\n')] : []),
  ].join('\n\n')
}

const HEADINGS = ['time', 'source', 'known there as', 'where', 'time zone', 'received', 'after', 'counts']

const eventsText = (events: readonly PresenceRow[], attendance: AttendanceRow | undefined, zoneOf: Shown['zoneOf']): string => {
  const rows = events.map((event) => {
    const zone = zoneOf(event.locationId)
    return [
      localTime(event.timestamp, zone),
      event.sourceId,
      event.sourceUserId,
      placeOf(event),
      zone,
      localTime(event.receivedAt, zone),
      delayOf(event),
      event.locationId === attendance?.attendanceLocationId ? 'yes' : 'no',
    ]
  })
  return table(HEADINGS, rows, 'No presence event of this user is known for the day.')
}

/** The path from the building down to the node of the event. */
const placeOf = ({ locationName, levelName, zoneName, placeName, spaceName }: PresenceRow): string =>
  [locationName, levelName, zoneName, placeName, spaceName].filter(Boolean).join(' > ')

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** A duration such as `2 d 3 h`; the two largest units are enough. */
const delayOf = ({ timestamp, receivedAt }: PresenceRow): string => {
  const ms = Date.parse(receivedAt) - Date.parse(timestamp)
  if (ms < 0) return 'before'
  let rest = Math.floor(ms / 1_000)
  const parts = UNITS.map(([unit, seconds]) => {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    return { count, text: `${count} ${unit}` }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  if (first < 0) return '0 s'
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ text }) => text)
    .join(' ')
}

const attendanceText = (row: AttendanceRow, zoneOf: Shown['zoneOf']): string => {
  const zone = zoneOf(row.attendanceLocationId ?? row.bookingLocationId ?? row.primaryLocationId ?? '')
  const booking = [row.bookingLocationName, row.bookingLevelName, row.bookingZoneName, row.bookingPlaceName]
  const seen = [row.firstSeenAt, row.lastSeenAt].filter((time) => time !== null).map((time) => localTime(time, zone).slice(11))
  const facts = [
    ['plan', row.plan],
    ['booking', booking.filter(Boolean).join(' > ') || null],
    ['attendance', row.attendanceType],
    ['in', row.attendanceLocationName],
    ['seen', seen.length > 0 ? `${seen.join(' to ')} (${zone})` : null],
    ['computed', localTime(row.updatedAt, zone)],
  ]
  return table(['attendance of the day', ''], facts, '')
}
