import Type, { type Static } from 'typebox'
import { AttendanceRow } from '../datasets/attendance.ts'
import { optionalId, optionalName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, integer, list, named, nullable, nullableObject, oneOf, text, timestamp } from '../schema/atoms.ts'
import { pathDay, userDayParams } from '../schema/params.ts'
import { ANALYSTS } from '../user-roles.ts'
import { ExplainedEvent } from './explained-event.ts'
import { USER_ACTIONS, UserAction } from './user-actions.ts'
import { Booking, CHANGED_BY, PLAN_ORIGINS, PLANS } from './user-days.ts'

const day = (description: string) => nullable({ ...pathDay, description })

export const ExplainedPlan = named(
  'ExplainedPlan',
  Type.Object({
    plan: oneOf(PLANS, { description: 'o office, r remote, a away.' }),
    planOrigin: oneOf(PLAN_ORIGINS, { description: 'The origin of the plan; a forecast is not yet a plan of the day.' }),
    locationId: optionalId('Building of the plan itself'),
    locationName: optionalName('Its name', 'Berlin Mitte'),
    changedBy: oneOf(CHANGED_BY, { description: 'Who set it last.' }),
    changedByUserId: optionalId('The user who set it'),
    reason: nullable(text(500, { description: 'The reason; null if none was given.', example: 'week plan' })),
    updatedAt: timestamp({ description: 'When.' }),
  }),
)

/** Whether the planned location reports presence. Without a first day it does not, so it has no no-shows. */
export const PlannedLocation = named(
  'PlannedLocation',
  Type.Object({
    locationId: id({ description: 'The building.' }),
    locationName: text(200, { description: 'Its name.', example: 'Berlin Mitte' }),
    decidedBy: oneOf(['booking', 'plan', 'primaryLocation'], {
      description: 'What determines the location.',
      example: 'booking',
    }),
    reportsFrom: day('First local day of presence reports; null if there are none.'),
    reportsUntil: day('Last local day of presence reports; null if open-ended.'),
    reportsBecause: nullable(
      oneOf(['administrator', 'earliestEvent'], {
        description: 'Where the first day comes from: an administrator, or the earliest event.',
      }),
    ),
  }),
)

/** Maximum number of events in an explanation. */
export const MAX_EXPLAINED_EVENTS = 500

export const ATTENDANCE_TYPES = ['confirmed', 'noShow', 'unconfirmed', 'walkIn'] as const

export const ExplainedAttendance = named(
  'ExplainedAttendance',
  Type.Object({
    plan: nullable(oneOf(PLANS, { description: 'The effective plan; null without one.' })),
    attendanceType: nullable(oneOf(ATTENDANCE_TYPES, { description: 'Null if there is none, or none yet.' })),
    plannedLocationId: optionalId('Planned building of an office day'),
    attendanceLocationId: optionalId('Building where the user was seen'),
    attendanceLocationName: optionalName('Its name', 'Berlin Mitte'),
    firstSeenAt: nullable(timestamp({ description: 'First seen there.' })),
    lastSeenAt: nullable(timestamp({ description: 'Last seen there.' })),
    locationId: optionalId('Building that the row belongs to'),
    updatedAt: timestamp({ description: 'When anything that determines it last changed.' }),
    attendanceReason: AttendanceRow.properties.attendanceReason,
    planOrigin: AttendanceRow.properties.planOrigin,
    presenceMinutes: AttendanceRow.properties.presenceMinutes,
    locationIds: AttendanceRow.properties.locationIds,
    checkedInAt: AttendanceRow.properties.checkedInAt,
  }),
)

/** The rows of the attendance table, plus the open day and the day without any data (domain §7). */
export const ATTENDANCE_RULES = [
  'seenAsPlanned',
  'checkedIn',
  'plannedNotSeen',
  'plannedNotReported',
  'seenElsewhere',
  'seenWithoutOfficePlan',
  'noOfficePlan',
  'buildingClosed',
  'dayNotOver',
  'nothingKnown',
] as const
export type AttendanceRule = (typeof ATTENDANCE_RULES)[number]

const localTime = (description: string) =>
  nullable(
    text(5, {
      description: `${description}, in the time of the building where the person was seen; null if there is none.`,
      example: '08:57',
    }),
  )

/** What the sentence of a rule says, for other languages. */
const RuleFacts = Type.Object(
  {
    plan: nullable(oneOf(PLANS, { description: 'The plan; null without one.' })),
    plannedLocationName: optionalName('Name of the planned building', 'Berlin Mitte'),
    reportsFrom: day('First local day of presence reports of the planned building; null if there are none.'),
    hasOutage: flag({ description: 'Whether its presence reporting had an outage on the day.' }),
    closedLocationName: optionalName('Name of the building of an office plan that was not open', 'Berlin Mitte'),
    closedType: nullable(oneOf(['holiday', 'closed'], { description: 'Why it was not open; null if it was.' })),
    closedName: optionalName('Name of the holiday, or reason of the closure', 'Labor Day'),
    seenLocationName: optionalName('Name of the building where the person was seen', 'Berlin Mitte'),
    firstSeenAt: localTime('When they were first seen there'),
    sourceId: nullable(text(128, { description: 'The source that reported it; null if there is none.', example: 'badges' })),
    checkedInAt: localTime('When they checked in'),
  },
  { description: 'The facts in the sentence, from which it can be written in another language.' },
)

/** What restated a day after it had ended. */
export const RESTATEMENTS = [
  'action',
  'lateEvent',
  'firstPresence',
  'presenceWindow',
  'calendar',
  'dayStart',
  'timeZone',
] as const

const Restatement = Type.Object({
  code: oneOf(RESTATEMENTS, {
    description:
      'An action of `actions`, an event that came late, or a change of what the building reports or when its days begin.',
  }),
  actionId: optionalId('The action'),
  action: nullable(oneOf(USER_ACTIONS, { description: 'What it was; null without an action.' })),
  sourceId: nullable(text(128, { description: 'Source of the late event; null without one.', example: 'badges' })),
  locationName: optionalName('Name of the building', 'Berlin Mitte'),
  before: nullable(text(1000, { description: 'The setting before; null if there was none.', example: '00:00' })),
  after: nullable(text(1000, { description: 'The setting after; null if there is none.', example: '04:00' })),
})

export const DayExplanation = named(
  'DayExplanation',
  Type.Object({
    userId: id({ description: 'The user.' }),
    day: { ...pathDay },
    plan: nullableObject(ExplainedPlan, {
      description: 'The plan of the day, or the forecast of the week plan; null without one.',
    }),
    booking: nullableObject(Booking, { description: 'The live booking; null without one.' }),
    plannedLocation: nullableObject(PlannedLocation, { description: 'The planned location of an office day; null without one.' }),
    actions: list(UserAction, {}, { description: 'All changes of the plan and booking of the day, oldest first.' }),
    events: list(
      ExplainedEvent,
      { maxItems: MAX_EXPLAINED_EVENTS },
      {
        description: `The first ${MAX_EXPLAINED_EVENTS} presence events of the day, in order of time.`,
      },
    ),
    eventCount: integer(
      { minimum: 0 },
      { description: 'Number of presence events of the day, including those not listed.', example: 12 },
    ),
    attendance: nullableObject(ExplainedAttendance, { description: 'The resulting attendance; null without plan and presence.' }),
    rule: Type.Object(
      {
        code: oneOf(ATTENDANCE_RULES, { description: 'Which rule applied.' }),
        text: text(1000, {
          description: 'The rule and the facts as a sentence.',
          example: 'Planned for Berlin Mitte, seen there first at 08:57 (badges): confirmed.',
        }),
        facts: RuleFacts,
      },
      { description: 'How the attendance was derived.' },
    ),
    restatedAt: nullable(timestamp({ description: 'The last change after the end of the day; null if there was none.' })),
    restatedBy: nullable(
      text(500, { description: 'What changed; null if nothing did.', example: 'Late event of badges, seen at Berlin Mitte' }),
    ),
    restatement: nullableObject(Restatement, { description: 'The same as a code and its facts; null if nothing did.' }),
  }),
)
export type DayExplanation = Static<typeof DayExplanation>

export const explainDay = endpoint({
  operation: 'explainDay',
  audit: 'person.read',
  method: 'GET',
  path: '/api/users/{userId}/days/{day}/explanation',
  tag: 'planning',
  roles: AUTOMATION,
  params: userDayParams,
  people: ANALYSTS,
  self: true,
  summary: 'Explain the attendance of a day',
  description: 'The plan and its origin, the booking and its history, each presence event, and the rule that applied.',
  response: DayExplanation,
  errors: ['entity_not_found'],
})
