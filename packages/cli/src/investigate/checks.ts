import type { RollcallClient } from '@rollcall/client'
import type { AttendanceRow, PresenceRow, UserRow } from '@rollcall/contract'
import type { PlannedIn } from './day-facts.ts'

interface Known {
  readonly client: RollcallClient
  readonly user: UserRow
  readonly day: string
  /** Presence events of the user, on the day and the days around it. */
  readonly events: readonly PresenceRow[]
  readonly nearby: readonly PresenceRow[]
  readonly attendance: AttendanceRow | undefined
  /** The planned location of an office day. */
  readonly planned: PlannedIn | null
}

/** Sentences about inconsistencies and where to look next. */
export const suggestChecks = async (known: Known): Promise<string[]> =>
  known.events.length > 0 ? notYetCounted(known) : [...otherDays(known), ...(await otherPeople(known)), ...REFUSED]

/** Events that arrived after the day was published and would change the attendance. */
const notYetCounted = ({ events, attendance }: Known): string[] => {
  const { length } = events.filter((event) => !attendance || isMissing(event, attendance))
  if (length === 0) return []
  const count = length === 1 ? '1 event' : `${length} events`
  return [`${count} arrived after the attendance was computed: the next refresh includes them (rollcall refresh does so now).`]
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

/** As in the attendance rules: the booking overrides the plan, and the plan overrides the primary location. */
const EXPECTED = {
  booking: 'where they were booked',
  plan: 'where they planned to be',
  primaryLocation: 'their primary location',
}

const homeOf = ({ primaryLocationId, primaryLocationName }: UserRow): PlannedIn | null =>
  primaryLocationId && primaryLocationName
    ? { locationId: primaryLocationId, locationName: primaryLocationName, decidedBy: 'primaryLocation' }
    : null

/** Suggests where to look, depending on whether the problem concerns this person, their building, or all people. */
const otherPeople = async ({ client, user, day, planned }: Known): Promise<string[]> => {
  const days = { startDate: day, endDate: day }
  const expected = planned ?? homeOf(user)
  const where = expected && `${expected.locationName}, ${EXPECTED[expected.decidedBy]}`
  if (expected && (await hasAny(client.readPresence({ ...days, locationIds: expected.locationId })))) {
    return [`Others were seen in ${where}: check this person's card or id.`]
  }
  if (await hasAny(client.readPresence(days))) {
    return [
      where
        ? `No one was seen in ${where}, but people were seen elsewhere: check the sources of that building.`
        : 'Others were seen on that day.',
    ]
  }
  return ['No one was seen anywhere on that day: check whether the sources have sent anything (rollcall sources list).']
}

const REFUSED: readonly string[] = [
  'Refused events are in quarantine: rollcall quarantine list shows unknown users and cards, unknown locations, and wrong times.',
  'An event finds its user by userId, userEmail (exactly the user name or e-mail), or sourceUserId: a mapped id or an active card.',
]
