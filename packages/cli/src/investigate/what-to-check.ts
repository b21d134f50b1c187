import type { RollcallClient } from '@rollcall/client'
import type { AttendanceRow, PresenceRow, UserRow } from '@rollcall/contract'

interface Known {
  readonly client: RollcallClient
  readonly user: UserRow
  readonly day: string
  /** Of the user: on the day, and on those around it. */
  readonly events: readonly PresenceRow[]
  readonly nearby: readonly PresenceRow[]
  readonly attendance: AttendanceRow | undefined
}

/** What does not fit, and where to look further: a sentence each. */
export const whatToCheck = async (known: Known): Promise<string[]> =>
  known.events.length > 0 ? notYetCounted(known) : [...otherDays(known), ...(await otherPeople(known)), ...REFUSED]

/** Events that came after the day had been published: the attendance would be another one with them. */
const notYetCounted = ({ events, attendance }: Known): string[] => {
  const { length } = events.filter((event) => !attendance || isMissing(event, attendance))
  if (length === 0) return []
  const count = length === 1 ? '1 event' : `${length} events`
  return [`${count} came after the attendance was computed: the next refresh takes them in (rollcall refresh does so now).`]
}

const isMissing = ({ locationId, timestamp }: PresenceRow, row: AttendanceRow): boolean => {
  const { attendanceLocationId, firstSeenAt, lastSeenAt } = row
  if (!attendanceLocationId || !firstSeenAt || !lastSeenAt) return true
  if (locationId === attendanceLocationId) return timestamp < firstSeenAt || timestamp > lastSeenAt
  return row.attendanceType === 'walkIn' && (timestamp < firstSeenAt || locationId === row.bookingLocationId)
}

const otherDays = ({ nearby }: Known): string[] => {
  const days = [...new Set(nearby.map(({ day }) => day))].sort()
  return days.length === 0 ? [] : [`They were seen on ${days.join(' and ')}: a day is the local calendar day of the location.`]
}

const hasAny = async (rows: AsyncIterable<unknown>): Promise<boolean> => {
  for await (const _ of rows) return true
  return false
}

/** Whether it is about this person, their building, or everybody. */
const otherPeople = async ({ client, user, day }: Known): Promise<string[]> => {
  const days = { startDate: day, endDate: day }
  const { primaryLocationId, primaryLocationName } = user
  if (primaryLocationId && (await hasAny(client.readPresence({ ...days, locationIds: primaryLocationId })))) {
    return [`Others were seen in ${primaryLocationName}, their primary location: it is about this person's card or id.`]
  }
  if (await hasAny(client.readPresence(days))) {
    const where = primaryLocationName ? ` in ${primaryLocationName}, their primary location, but elsewhere people were` : ''
    return [where ? `Nobody was seen${where}: check the sources of that building.` : 'Others were seen on that day.']
  }
  return ['Nobody was seen anywhere on that day: check whether the sources have sent anything (rollcall sources list).']
}

const REFUSED: readonly string[] = [
  'Refused events wait in quarantine: rollcall quarantine list shows unknown users and cards, unknown locations, and wrong times.',
  'An event finds its user by userId, userEmail (exactly the user name or e-mail), or sourceUserId: a mapped id or an active card.',
]
