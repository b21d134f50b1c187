import type { AttendanceRow, PresenceRow } from '@rollcall/contract'
import { localTime } from './time-zones.ts'

const PLANNED = { o: 'Planned for the office', r: 'Planned remote', a: 'Planned away' }

/** Explains the attendance of a day from the decision of the service, without computing it again. */
export const explainAttendance = (
  row: AttendanceRow | undefined,
  events: readonly PresenceRow[],
  zoneOf: (locationId: string) => string,
): string => {
  if (!row && events.length > 0) return 'There is no attendance of the day yet.'
  if (!row) return 'Neither a plan, a booking nor presence is known for the day: no attendance.'
  const booked = row.bookingLocationName ? `, booked in ${row.bookingLocationName}` : ''
  const plan = row.plan ? `${PLANNED[row.plan]}${booked}` : 'Nothing planned'
  const seen = `${row.attendanceLocationName}${firstOf(row, events, zoneOf)}`
  const offices = new Set(events.map(({ locationId }) => locationId)).size
  switch (row.attendanceType) {
    case 'confirmed':
      return `${plan}, and seen in ${seen}: confirmed.${offices > 1 ? ' Among several locations the planned one counts.' : ''}`
    case 'noShow':
      return `${plan}, where presence is reported on that day, but seen nowhere: no-show.`
    case 'unconfirmed':
      return `${plan}, where presence is not reported on that day, and seen nowhere: unconfirmed.`
    case 'walkIn': {
      const isElsewhere = row.plan === 'o' && (row.bookingLocationId ?? row.primaryLocationId) !== null
      const where = `but seen ${isElsewhere ? 'only elsewhere, ' : ''}in ${seen}`
      return `${plan}, ${where}: walk-in.${offices > 1 ? ' Among several locations the first one counts.' : ''}`
    }
    default:
      return row.plan === 'o'
        ? `${plan}, and not seen yet: attendance is decided when the day is over there and refreshed.`
        : `${plan}, and seen nowhere: no attendance.`
  }
}

const firstOf = (
  { attendanceLocationId, firstSeenAt }: AttendanceRow,
  events: readonly PresenceRow[],
  zoneOf: (locationId: string) => string,
): string => {
  if (!attendanceLocationId || !firstSeenAt) return ''
  const time = localTime(firstSeenAt, zoneOf(attendanceLocationId)).slice(11, 16)
  const source = events.find(({ locationId, timestamp }) => locationId === attendanceLocationId && timestamp === firstSeenAt)
  return `, first at ${time}${source ? ` (${source.sourceId})` : ''}`
}
