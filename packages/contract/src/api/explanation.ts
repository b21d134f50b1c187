import Type, { type Static } from 'typebox'
import { ANALYSTS } from '../access/user-roles.ts'
import { levelName, optionalId, optionalName, zoneName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { PLANS } from '../imports/import-file.ts'
import { LOCATION_TYPES } from '../ingest/presence.ts'
import { flag, id, integer, list, named, nullable, oneOf, orNull, text, timestamp } from '../schema/atoms.ts'
import { pathDay, userDayParams } from '../schema/params.ts'
import { UserAction } from './user-actions.ts'
import { Booking, CHANGED_BY, PLAN_ORIGINS } from './user-days.ts'

const day = (description: string) => nullable({ ...pathDay, description })

export const ExplainedPlan = named(
  'ExplainedPlan',
  Type.Object({
    plan: oneOf(PLANS, { description: 'o office, r remote, a away.' }),
    planOrigin: oneOf(PLAN_ORIGINS, { description: 'What the plan comes from; a forecast is no plan of the day yet.' }),
    locationId: optionalId('Building that the plan itself names'),
    locationName: optionalName('Its name', 'Berlin Mitte'),
    changedBy: oneOf(CHANGED_BY, { description: 'Who set it last.' }),
    changedByUserId: optionalId('Which user did'),
    reason: nullable(text(500, { description: 'Why; null where nothing was said.', example: 'week plan' })),
    updatedAt: timestamp({ description: 'When.' }),
  }),
)

/** How presence of the planned location is reported. Without a first day it is not, so nobody can be missed there. */
export const PlannedLocation = named(
  'PlannedLocation',
  Type.Object({
    locationId: id({ description: 'The building.' }),
    locationName: text(200, { description: 'Its name.', example: 'Berlin Mitte' }),
    decidedBy: oneOf(['booking', 'plan', 'primaryLocation'], { description: 'Where it comes from.', example: 'booking' }),
    reportsFrom: day('First local day of presence reports; null where there are none.'),
    reportsUntil: day('Last local day of presence reports; null without end.'),
    reportsBecause: nullable(
      oneOf(['administrator', 'earliestEvent'], { description: 'Who says since when: an administrator, or the earliest event.' }),
    ),
  }),
)

export const ExplainedEvent = named(
  'ExplainedEvent',
  Type.Object({
    eventId: text(256, { description: 'Id of the event at its source.', example: 'badge-000042' }),
    sourceId: text(128, { description: 'The source.', example: 'badges' }),
    timestamp: timestamp({ description: 'When the person was seen.' }),
    receivedAt: timestamp({ description: 'When the event arrived.' }),
    locationType: oneOf(LOCATION_TYPES, { description: 'What kind of node it was reported at.', example: 'place' }),
    locationId: id({ description: 'Building of the node.' }),
    locationName: text(200, { description: 'Its name.', example: 'Berlin Mitte' }),
    levelName: nullable(levelName),
    zoneName: nullable(zoneName),
    placeName: optionalName('Name of the desk', 'D-2-014'),
    spaceName: optionalName('Name of the space', 'Room Curie'),
    isLate: flag({ description: 'Whether it arrived after the local day had ended.', example: false }),
    counted: flag({ description: 'Whether it is at the attendance location.' }),
  }),
)
export type ExplainedEvent = Static<typeof ExplainedEvent>

/** Events that an explanation lists at most. */
export const MAX_EXPLAINED_EVENTS = 500

export const ATTENDANCE_TYPES = ['confirmed', 'noShow', 'unconfirmed', 'walkIn'] as const

export const ExplainedAttendance = named(
  'ExplainedAttendance',
  Type.Object({
    plan: nullable(oneOf(PLANS, { description: 'The plan that counted; null without one.' })),
    attendanceType: nullable(oneOf(ATTENDANCE_TYPES, { description: 'Null where there is none, or none yet.' })),
    plannedLocationId: optionalId('Planned building of an office day'),
    attendanceLocationId: optionalId('Building where the user was seen'),
    attendanceLocationName: optionalName('Its name', 'Berlin Mitte'),
    firstSeenAt: nullable(timestamp({ description: 'First seen there.' })),
    lastSeenAt: nullable(timestamp({ description: 'Last seen there.' })),
    locationId: optionalId('Building that the row belongs to'),
    updatedAt: timestamp({ description: 'When anything that decides it last changed.' }),
  }),
)

/** The rows of the table of attendance, the day that is still open, and the day of which nothing is known (domain §7). */
export const ATTENDANCE_RULES = [
  'seenAsPlanned',
  'plannedNotSeen',
  'plannedNotReported',
  'seenElsewhere',
  'seenWithoutOfficePlan',
  'noOfficePlan',
  'dayNotOver',
  'nothingKnown',
] as const
export type AttendanceRule = (typeof ATTENDANCE_RULES)[number]

export const DayExplanation = named(
  'DayExplanation',
  Type.Object({
    userId: id({ description: 'The user.' }),
    day: { ...pathDay },
    plan: orNull(ExplainedPlan, { description: 'The plan of the day, or what the week plan says of it; null without one.' }),
    booking: orNull(Booking, { description: 'The live booking; null without one.' }),
    plannedLocation: orNull(PlannedLocation, { description: 'Where an office day was to be spent; null without one.' }),
    actions: list(UserAction, {}, { description: 'Everything done to the plan and booking of the day, oldest first.' }),
    events: list(
      ExplainedEvent,
      { maxItems: MAX_EXPLAINED_EVENTS },
      {
        description: `The presence events of the day in the order in which they happened, the first ${MAX_EXPLAINED_EVENTS} of them.`,
      },
    ),
    eventCount: integer({ minimum: 0 }, { description: 'How many presence events the day has, listed or not.', example: 12 }),
    attendance: orNull(ExplainedAttendance, { description: 'What came of it; null where there is neither plan nor presence.' }),
    rule: Type.Object(
      {
        code: oneOf(ATTENDANCE_RULES, { description: 'Which rule applied.' }),
        text: text(1000, {
          description: 'The rule with the facts, as a sentence.',
          example: 'Planned for Berlin Mitte, seen there first at 08:57 (badges): confirmed.',
        }),
      },
      { description: 'How the attendance follows from the facts.' },
    ),
    restatedAt: nullable(
      timestamp({ description: 'When something last changed after the day had ended; null where nothing did.' }),
    ),
    restatedBy: nullable(
      text(500, { description: 'What it was; null where nothing did.', example: 'Late event of badges, seen at Berlin Mitte' }),
    ),
  }),
)
export type DayExplanation = Static<typeof DayExplanation>

export const explainDay = endpoint({
  operation: 'explainDay',
  method: 'GET',
  path: '/api/users/{userId}/days/{day}/explanation',
  tag: 'planning',
  roles: AUTOMATION,
  params: userDayParams,
  people: ANALYSTS,
  self: true,
  summary: 'How the attendance of a day came about',
  description: 'The plan and its origin, the booking and its history, each presence event, and the rule that applied.',
  response: DayExplanation,
  errors: ['entity_not_found'],
})
