import { type DayExplanation, MAX_EXPLAINED_EVENTS } from '@rollcall/contract'
import { unknownUser } from '../../directory/people/find-user.ts'
import type { Principal } from '../../gate/access/principal.ts'
import { seesTimeOffTypes } from '../../planning/timeoff/timeoff-types.ts'
import type { Db } from '../../platform/db/database.ts'
import { type LocalClock, localDay } from '../../platform/time/local-day.ts'
import { type Attendance, findAttendance } from '../attendance/attendance-service.ts'
import { explainRule } from './explain-rule.ts'
import {
  type ExplainedDay,
  type ExplainedLocation,
  type ExplainedUser,
  type PresenceAt,
  selectActions,
  selectBooking,
  selectEvents,
  selectLocations,
  selectPlan,
  selectUser,
} from './explain-store.ts'
import { inSnapshot } from './in-snapshot.ts'
import { type IndirectChange, selectIndirectChanges } from './location-changes.ts'
import { selectSpecialDay } from './special-day.ts'

/**
 * Explains the attendance of a user on a local day (domain §10) from one snapshot. `moment` decides which days are over, and is
 * now by default.
 * @throws AppError entity_not_found for an unknown user
 */
export const explainDay = (
  db: Db,
  caller: Principal,
  userId: string,
  day: string,
  { moment = new Date() }: { moment?: Date } = {},
): Promise<DayExplanation> =>
  inSnapshot(db, async (snapshot) => {
    const { orgId } = caller
    const showsTypes = await seesTimeOffTypes(snapshot, caller, userId)
    const key = { orgId, userId, day, showsTypes }
    const user = await selectUser(snapshot, key)
    if (!user) throw unknownUser()
    return explain(snapshot, key, user, moment)
  })

const explain = async (db: Db, key: ExplainedDay, user: ExplainedUser, moment: Date): Promise<DayExplanation> => {
  const { orgId, userId, day } = key
  const attendance = await findAttendance(db, orgId, { userId, day, moment })
  const plan = (await selectPlan(db, key, moment)) ?? null
  const booking = (await selectBooking(db, key)) ?? null
  const { plannedLocationId, attendanceLocationId, locationId } = attendance ?? {}
  const locations = await selectLocations(db, orgId, [
    plannedLocationId,
    attendanceLocationId,
    locationId,
    user.primaryLocationId,
  ])
  const clockOf = (id: string | null | undefined): LocalClock =>
    locations.get(id ?? '') ?? { timeZone: user.organizationZone, dayStartHour: 0 }
  const plannedLocation = describePlanned(locations.get(plannedLocationId ?? ''), booking !== null, plan)
  const seen = await selectEvents(db, key)
  const events = seen
    .filter(({ position }) => position <= MAX_EXPLAINED_EVENTS)
    .map(({ position: _, total: __, ...event }) => ({ ...event, counted: event.locationId === attendanceLocationId }))
  const actions = await selectActions(db, key)
  const indirect = await selectIndirectChanges(db, key, user.primaryLocationId, attendance)
  const special = await selectSpecialDay(db, key, plan, booking, user.primaryLocationId)
  const counted = seen.filter(({ locationId: seenAt }) => seenAt === attendanceLocationId)
  return {
    ...{ userId, day, plan, booking, plannedLocation, actions, events, eventCount: seen[0]?.total ?? 0 },
    attendance: attendance ? describeAttendance(attendance, locations) : null,
    rule: explainRule({ attendance, plan, plannedLocation, special, counted, timeZone: clockOf(attendanceLocationId).timeZone }),
    ...lastRestated(day, clockOf(plannedLocationId ?? locationId ?? user.primaryLocationId), { actions, events: seen, indirect }),
  }
}

const describePlanned = (
  location: ExplainedLocation | undefined,
  isBooked: boolean,
  plan: DayExplanation['plan'],
): DayExplanation['plannedLocation'] => {
  if (!location) return null
  const { id, name, reportsFrom, reportsUntil, isSetByAdministrator } = location
  return {
    ...{ locationId: id, locationName: name, reportsFrom, reportsUntil },
    decidedBy: isBooked ? 'booking' : plan?.locationId ? 'plan' : 'primaryLocation',
    reportsBecause: reportsFrom === null ? null : isSetByAdministrator ? 'administrator' : 'earliestEvent',
  }
}

const describeAttendance = (row: Attendance, locations: Map<string, ExplainedLocation>): DayExplanation['attendance'] => ({
  plan: row.plan,
  attendanceType: row.attendanceType,
  plannedLocationId: row.plannedLocationId,
  attendanceLocationId: row.attendanceLocationId,
  attendanceLocationName: locations.get(row.attendanceLocationId ?? '')?.name ?? null,
  firstSeenAt: row.firstSeenAt?.toISOString() ?? null,
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  locationId: row.locationId,
  updatedAt: row.updatedAt.toISOString(),
  attendanceReason: row.attendanceReason,
  planOrigin: row.planOrigin,
  presenceMinutes: minutesBetween(row.firstSeenAt, row.lastSeenAt),
  locationIds: [...row.locationIds],
  checkedInAt: row.checkedInAt?.toISOString() ?? null,
})

const minutesBetween = (first: Date | null, last: Date | null): number | null =>
  first && last ? Math.floor((last.getTime() - first.getTime()) / 60_000) : null

const NO_FACTS = { actionId: null, action: null, sourceId: null, locationName: null, before: null, after: null }

interface Causes {
  readonly actions: DayExplanation['actions']
  readonly events: readonly PresenceAt[]
  readonly indirect: readonly IndirectChange[]
}

/** Returns the latest input that arrived after the local day had ended. */
const lastRestated = (
  day: string,
  clock: LocalClock,
  { actions, events, indirect }: Causes,
): Pick<DayExplanation, 'restatedAt' | 'restatedBy' | 'restatement'> => {
  const isAfterDay = (timestamp: string): boolean => localDay(clock, Date.parse(timestamp)) > day
  const changes = [
    ...actions
      .filter(({ timestamp }) => isAfterDay(timestamp))
      .map(({ timestamp, description, changedBy, actionId, action }) => ({
        at: timestamp,
        by: `${description} (${changedBy})`,
        code: 'action' as const,
        actionId,
        action,
      })),
    ...events
      .filter(({ isLate }) => isLate)
      .map(({ receivedAt, sourceId, locationName }) => ({
        at: receivedAt,
        by: `Late event of ${sourceId}, seen at ${locationName}`,
        code: 'lateEvent' as const,
        sourceId,
        locationName,
      })),
    ...indirect.filter(({ at }) => isAfterDay(at)),
  ].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
  const last = changes.at(-1)
  if (!last) return { restatedAt: null, restatedBy: null, restatement: null }
  const { at, by, ...facts } = last
  return { restatedAt: at, restatedBy: by, restatement: { ...NO_FACTS, ...facts } }
}
