import Type, { type Static } from 'typebox'
import { IN_USER_ACTIONS, OF_PLANNING } from '../audit-actions.ts'
import { DAY_TYPES } from '../datasets/attendance.ts'
import { locationId, locationName, optionalId, optionalName, updatedAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import {
  flag,
  id,
  integer,
  list,
  named,
  nullable,
  nullableObject,
  oneOf,
  optionalUuidInput,
  text,
  timestamp,
} from '../schema/atoms.ts'
import { dateRange } from '../schema/date-range.ts'
import { pathDay, userDayParams, userParams } from '../schema/params.ts'
import { BOOKINGS_ADMINISTRATORS } from '../user-roles.ts'

/** Codes of plans: office, remote, away. */
export const PLANS = ['o', 'r', 'a'] as const

/** Origins of a plan. A forecast is the week plan for a day beyond the booking horizon (domain §3). */
export const PLAN_ORIGINS = ['week-plan', 'day-plan', 'time-off', 'forecast'] as const

/** Actors that change plans and bookings (contract §4, change log). */
export const CHANGED_BY = ['user', 'administrator', 'auto-booking', 'time-off', 'presence', 'directory', 'auto-release'] as const

const plan = oneOf(PLANS, { description: 'o office, r remote, a away.' })

export const Booking = named(
  'Booking',
  Type.Object({
    bookingId: id({ description: 'The booking; it stays the same when it moves.' }),
    bookingDepth: Type.Unsafe<1 | 2 | 3>({
      type: 'integer',
      enum: [1, 2, 3],
      description: '1 building, 2 zone, 3 desk.',
      examples: [3],
    }),
    locationId,
    locationName,
    levelId: optionalId('Level'),
    levelName: optionalName('Name of the level', 'Level 2'),
    zoneId: optionalId('Zone'),
    zoneName: optionalName('Name of the zone', '2 North'),
    placeId: optionalId('Desk'),
    placeName: optionalName('Name of the desk', 'D-2-014'),
    changedBy: oneOf(CHANGED_BY, { description: 'Who last made or moved it.' }),
    createdAt: timestamp({ description: 'When it was made.' }),
    updatedAt,
    checkedInAt: nullable(timestamp({ description: 'When the user checked in; null: not yet.' })),
  }),
)
export type Booking = Static<typeof Booking>

/** A booking that another actor canceled. */
export const LostBooking = named(
  'LostBooking',
  Type.Object({
    locationName,
    levelName: optionalName('Name of the level', 'Level 2'),
    zoneName: optionalName('Name of the zone', '2 North'),
    placeName: optionalName('Name of the desk', 'D-2-014'),
    changedBy: oneOf(CHANGED_BY, { description: 'Who canceled it.' }),
    reason: nullable(
      text(500, {
        description:
          'The reason: `inactive` if the desk, or a node above it, was taken out of service; `time off` whatever its type.',
        example: 'inactive',
      }),
    ),
    lostAt: timestamp({ description: 'When it was canceled.' }),
  }),
)
export type LostBooking = Static<typeof LostBooking>

export const UserDay = named(
  'UserDay',
  Type.Object({
    userId: id({ description: 'The user.' }),
    day: pathDay,
    plan: nullable(plan),
    planOrigin: nullable(oneOf(PLAN_ORIGINS, { description: 'The origin of the plan; null without one.' })),
    locationId: optionalId('Building of an office day, as planned or booked'),
    locationName: optionalName('Its name', 'Berlin Mitte'),
    isPast: flag({ description: 'Whether the local day is over, so that only administrators change it.', example: false }),
    booking: nullableObject(Booking, { description: 'The booking of the day; null without one.' }),
    lostBooking: nullableObject(LostBooking, {
      description:
        'For an office day from today on: the booking that another actor canceled, until the user books again; null without one.',
    }),
    dayType: oneOf(DAY_TYPES, {
      description:
        'What the day is in the building of an office day, or else in the primary one. On a holiday or a closed day an office plan does not count, and no one is booked unless the building allows it.',
    }),
    checkInBy: nullable(
      timestamp({
        description:
          'By when the booking is to be confirmed, or else is released; null if it need not be: the building does not want it, the day is no working day of the building, or the user has checked in or was seen.',
      }),
    ),
    dayName: optionalName('The holiday, or the reason why the building is closed', 'Christmas Day'),
  }),
)
export type UserDay = Static<typeof UserDay>

export const UserDays = named(
  'UserDays',
  Type.Object({ items: list(UserDay, {}, { description: 'One per day of the range, in order.' }) }),
)

/** Maximum number of days per call. */
export const MAX_LISTED_DAYS = 93

const shared = { tag: 'planning', roles: AUTOMATION, people: BOOKINGS_ADMINISTRATORS, self: true } as const

export const listUserDays = endpoint({
  ...shared,
  operation: 'listUserDays',
  audit: OF_PLANNING,
  method: 'GET',
  path: '/api/users/{userId}/days',
  params: userParams,
  summary: 'Plans and bookings of a user',
  description: `One item per day, including past days; at most ${MAX_LISTED_DAYS} days.`,
  query: Type.Object(dateRange),
  response: UserDays,
  errors: ['entity_not_found', 'range_too_large'],
})

export const DayPlanRequest = named(
  'DayPlanRequest',
  Type.Object({
    plan,
    locationId: optionalUuidInput({
      description: 'Building of an office day; the primary location when absent. Ignored otherwise.',
    }),
  }),
)
export type DayPlanRequest = Static<typeof DayPlanRequest>

export const setDayPlan = endpoint({
  ...shared,
  operation: 'setDayPlan',
  audit: IN_USER_ACTIONS,
  method: 'PUT',
  path: '/api/users/{userId}/days/{day}/plan',
  params: userDayParams,
  summary: 'Plan a day',
  description:
    'Overrides the week plan. Any plan other than the office cancels the booking of the day; an office day without a booking gets the desk assigned to the user. Time off overrides all plans.',
  body: DayPlanRequest,
  response: UserDay,
  errors: ['entity_not_found', 'day_in_past', 'time_off', 'user_inactive', 'place_inactive'],
})

export const clearDayPlan = endpoint({
  ...shared,
  operation: 'clearDayPlan',
  audit: IN_USER_ACTIONS,
  method: 'DELETE',
  path: '/api/users/{userId}/days/{day}/plan',
  params: userDayParams,
  summary: 'Return a day to the week plan',
  description: 'Removes the day plan of this day.',
  response: UserDay,
  errors: ['entity_not_found', 'day_in_past', 'time_off', 'user_inactive'],
})

const weekday = integer({ minimum: 1, maximum: 7 }, { description: 'ISO weekday: Monday 1 to Sunday 7.', example: 1 })

export const WeekdayPlan = named(
  'WeekdayPlan',
  Type.Object({
    weekday,
    plan: nullable(plan),
    locationId: optionalId('Building of an office day; the primary location when null'),
    locationName: optionalName('Its name', 'Berlin Mitte'),
  }),
)
export type WeekdayPlan = Static<typeof WeekdayPlan>

export const WeekPlan = named(
  'WeekPlan',
  Type.Object({
    userId: id({ description: 'The user.' }),
    days: list(WeekdayPlan, {}, { description: 'Monday to Sunday.' }),
  }),
)
export type WeekPlan = Static<typeof WeekPlan>

export const WeekPlanRequest = named(
  'WeekPlanRequest',
  Type.Object({
    days: list(
      named(
        'WeekdayPlanRequest',
        Type.Object({
          weekday,
          plan,
          locationId: optionalUuidInput({ description: 'Building of an office day.' }),
        }),
      ),
      { maxItems: 7 },
      { description: 'The whole week: each weekday at most once. Omitted weekdays have no plan.' },
    ),
  }),
)
export type WeekPlanRequest = Static<typeof WeekPlanRequest>

export const getWeekPlan = endpoint({
  ...shared,
  operation: 'getWeekPlan',
  audit: OF_PLANNING,
  method: 'GET',
  path: '/api/users/{userId}/week-plan',
  params: userParams,
  summary: 'The week plan of a user',
  description: 'The plan of a usual week of the user.',
  response: WeekPlan,
  errors: ['entity_not_found'],
})

export const setWeekPlan = endpoint({
  ...shared,
  operation: 'setWeekPlan',
  audit: IN_USER_ACTIONS,
  method: 'PUT',
  path: '/api/users/{userId}/week-plan',
  params: userParams,
  summary: 'Change the week plan of a user',
  description:
    'Days within the booking horizon that follow the week plan change immediately, with their bookings. Explicit day plans and time off stay.',
  body: WeekPlanRequest,
  response: WeekPlan,
  errors: ['entity_not_found', 'user_inactive', 'place_inactive'],
})
