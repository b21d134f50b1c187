import type { Attendance } from '../../src/warehouse/attendance/attendance-service.ts'

/** Where a user belongs from a day on. */
export interface Home {
  readonly locationId: string | null
  readonly groupId: string | null
}

/** The facts of a company, before any day or rule is computed. */
export interface Facts {
  readonly organizationZone: string
  readonly moment: Temporal.Instant
  readonly locations: readonly { id: string; zone: string; from: string | null; until: string | null }[]
  /** The value that a user has from the start, then each change with its day, in the order of days. */
  readonly users: readonly { id: string; first: Home; moves: readonly (Home & { day: string })[] }[]
  /** These are made before any user moves. */
  readonly plans: readonly {
    userId: string
    day: string
    plan: 'o' | 'r' | 'a'
    locationId: string | null
    bookedId: string | null
  }[]
  readonly seen: readonly { userId: string; locationId: string; at: Temporal.Instant }[]
}

/** The columns of attendance that do not tell how or when the facts came in. */
export type Decided = Omit<
  Attendance,
  'bookingId' | 'bookingDepth' | 'bookingZoneId' | 'bookingPlaceId' | 'planOrigin' | 'updatedAt'
>

const dayIn = (zone: string, at: Temporal.Instant): string => at.toZonedDateTimeISO(zone).toPlainDate().toString()

const zoneOf = ({ locations, organizationZone }: Facts, locationId: string | null): string =>
  locations.find(({ id }) => id === locationId)?.zone ?? organizationZone

const reportsPresence = (facts: Facts, locationId: string, day: string): boolean => {
  const location = facts.locations.find(({ id }) => id === locationId)
  const daysSeen = facts.seen
    .filter((seen) => seen.locationId === locationId)
    .map(({ at }) => dayIn(zoneOf(facts, locationId), at))
  const from = location?.from ?? daysSeen.sort()[0]
  return from !== undefined && from <= day && (location?.until == null || day <= location.until)
}

/** Returns the value that holds on the day, else the next known one. */
const homeOn = ({ first, moves }: Facts['users'][number], day: string, of: keyof Home): string | null => {
  const inForce = [first, ...moves.filter((move) => move.day <= day)].at(-1) as Home
  const later = moves.filter((move) => move.day > day)
  return [inForce, ...later].map((home) => home[of]).find((id) => id !== null) ?? null
}

const typeOf = (facts: Facts, day: string, plan: string | null, planned: string | null, seenAt: string | null) => {
  if (seenAt !== null) return plan === 'o' && seenAt === planned ? 'confirmed' : 'walkIn'
  if (plan !== 'o') return null
  if (day >= dayIn(zoneOf(facts, planned), facts.moment)) return null
  return planned !== null && reportsPresence(facts, planned, day) ? 'noShow' : 'unconfirmed'
}

const reasonOf = (
  plan: string | null,
  planned: string | null,
  seenAt: string | null,
  type: Attendance['attendanceType'],
): Attendance['attendanceReason'] => {
  if (plan === 'r') return 'remote'
  if (plan === 'a') return 'away'
  if (plan === null) return 'unplanned'
  if (seenAt !== null) return seenAt === planned ? 'planned' : 'elsewhere'
  return type === 'noShow' ? 'planned' : type === 'unconfirmed' ? 'notReporting' : null
}

/** Attendance of one user and day straight from the words of domain §7: the reference that the SQL is held against. */
export const referenceAttendance = (facts: Facts, user: Facts['users'][number], day: string): Decided | undefined => {
  const planned = facts.plans.find((plan) => plan.userId === user.id && plan.day === day)
  const seen = facts.seen.filter((each) => each.userId === user.id && dayIn(zoneOf(facts, each.locationId), each.at) === day)
  if (!planned && seen.length === 0) return undefined
  const plan = planned?.plan ?? null
  const bookingLocationId = planned?.bookedId ?? null
  const primaryLocationId = homeOn(user, day, 'locationId')
  const plannedLocationId =
    plan === 'o' ? (bookingLocationId ?? planned?.locationId ?? user.first.locationId ?? primaryLocationId) : null
  const inOrder = seen.toSorted(
    (a, b) => Temporal.Instant.compare(a.at, b.at) || (a.locationId < b.locationId ? -1 : Number(a.locationId > b.locationId)),
  )
  const counted = inOrder.find(({ locationId }) => locationId === plannedLocationId) ?? inOrder[0]
  const there = inOrder.filter(({ locationId }) => locationId === counted?.locationId)
  const dateOf = (each?: Facts['seen'][number]) => (each ? new Date(each.at.epochMilliseconds) : null)
  const attendanceLocationId = counted?.locationId ?? null
  const attendanceType = typeOf(facts, day, plan, plannedLocationId, attendanceLocationId)
  return {
    ...{ userId: user.id, day, plan, bookingLocationId, plannedLocationId, attendanceType, attendanceLocationId },
    attendanceReason: reasonOf(plan, plannedLocationId, attendanceLocationId, attendanceType),
    locationIds: [...new Set(inOrder.map(({ locationId }) => locationId))],
    firstSeenAt: dateOf(there[0]),
    lastSeenAt: dateOf(there.at(-1)),
    checkedInAt: null,
    locationId: bookingLocationId ?? counted?.locationId ?? primaryLocationId,
    ...{ primaryLocationId, primaryGroupId: homeOn(user, day, 'groupId') },
  }
}
