import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { id, integer, list, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'
import { ANALYSTS } from '../user-roles.ts'
import { optionalId, optionalName } from './columns.ts'

/** The value of a location parameter for rows that belong to no location. */
export const NO_LOCATION = 'none'

/** Why the attendance of a day is what it is. */
export const ATTENDANCE_REASONS = ['planned', 'elsewhere', 'remote', 'away', 'unplanned', 'closed', 'notReporting'] as const

/** Where the plan of a day comes from. */
export const ATTENDED_PLAN_ORIGINS = ['day-plan', 'week-plan', 'time-off', 'directory', 'presence'] as const

/** What a day is at a building. */
export const DAY_TYPES = ['workday', 'weekend', 'holiday', 'closed'] as const

const optionalTime = (description: string) => nullable(timestamp({ description: `${description}; null if there is none.` }))

export const AttendanceRow = named(
  'AttendanceRow',
  Type.Object({
    userId: id({ description: 'The user.' }),
    primaryLocationId: optionalId('Primary location of the user as of the day'),
    primaryLocationName: optionalName('Name of the primary location', 'Berlin Mitte'),
    day: timestamp({
      description: 'The local calendar day of the location, as midnight UTC of the same date.',
      example: '2026-01-05T00:00:00.000Z',
    }),
    plan: nullable(oneOf(['o', 'r', 'a'], { description: 'Office, remote or away; null without a plan.' })),
    bookingDepth: nullable(
      integer(
        { minimum: 1, maximum: 3 },
        { description: 'What is booked: 1 location, 2 zone, 3 place; null without a booking.', example: 3 },
      ),
    ),
    attendanceType: nullable(
      oneOf(['confirmed', 'noShow', 'unconfirmed', 'walkIn'], {
        description:
          'confirmed: seen at the planned location. noShow: not seen anywhere. unconfirmed: planned at a location that reports no presence. walkIn: seen without a plan for that location. null: neither expected nor seen, or the day is not over.',
      }),
    ),
    bookingLocationId: optionalId('Booked location'),
    bookingLocationName: optionalName('Name of the booked location', 'Berlin Mitte'),
    bookingLevelId: optionalId('Booked level'),
    bookingLevelName: optionalName('Name of the booked level', 'Level 2'),
    bookingZoneId: optionalId('Booked zone'),
    bookingZoneName: optionalName('Name of the booked zone', '2 North'),
    bookingPlaceId: optionalId('Booked place'),
    bookingPlaceName: optionalName('Name of the booked place', 'Desk 2-17'),
    primaryGroupId: optionalId('Primary group of the user as of the day'),
    primaryGroupName: optionalName('Name of the primary group', 'Engineering'),
    attendanceLocationId: optionalId('Location where the user was seen'),
    attendanceLocationName: optionalName('Name of the location where the user was seen', 'Berlin Mitte'),
    firstSeenAt: optionalTime('First presence at the attendance location'),
    lastSeenAt: optionalTime('Last presence at the attendance location'),
    updatedAt: timestamp({
      description: 'When the row last changed, for any reason; for a published row, the time of that refresh. Never decreases.',
    }),
    attendanceReason: nullable(
      oneOf(ATTENDANCE_REASONS, {
        description:
          'Why the attendance is what it is. planned: an office day, seen there, or not seen though the building reports presence. elsewhere: an office day, seen only in another building. remote, away: not planned for the office, whether seen or not. unplanned: seen without a plan. closed: the building was closed. notReporting: an office day of a building that reports no presence. null: an office day that is not over.',
      }),
    ),
    plannedLocationId: optionalId('Building of an office day: that of the booking, else of the plan, else the primary one'),
    planOrigin: nullable(
      oneOf(ATTENDED_PLAN_ORIGINS, {
        description:
          'Where the plan comes from: chosen for the day, the week plan, time off, an import or the directory, or presence at a desk; null without a plan.',
      }),
    ),
    presenceMinutes: nullable(
      integer(
        { minimum: 0 },
        { description: 'Whole minutes from first to last seen at the attendance location; null if not seen.', example: 492 },
      ),
    ),
    locationIds: list(
      id({ description: 'A building.' }),
      {},
      { description: 'Every building where the user was seen that day, in the order of first seen.' },
    ),
    dayType: oneOf(DAY_TYPES, {
      description: 'What the day is at the building that the row belongs to.',
    }),
    checkedInAt: optionalTime(
      'When the user checked in for the booking, which counts like presence at the booked location without a time of its own',
    ),
  }),
)
export type AttendanceRow = Static<typeof AttendanceRow>

export const readAttendance = endpoint({
  operation: 'readAttendance',
  audit: 'dataset.read',
  method: 'GET',
  path: '/v1/analytics/user-booking-attendance',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'Bookings and attendance of a range of days',
  description: `One row per user and day with a plan, a booking or presence, ordered by day; rows of one day and location are together. Past days are as published by the last refresh, later days are read live. The last day is at most ${MAX_RANGE_DAYS} days after the first. Future days are included, which is expensive: request them at most every 30 minutes. Each row belongs to exactly one location: that of its booking, else of its attendance, else the user's primary location. locationId filters by it.`,
  query: Type.Object({
    ...dateRange,
    locationId: Type.Optional(
      text(100, {
        description: `Only rows of this location; \`${NO_LOCATION}\`: only rows without a location.`,
        example: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21',
      }),
    ),
    ...formatParameter,
  }),
  response: AttendanceRow,
  streamed: true,
  errors: ['range_too_large'],
})
