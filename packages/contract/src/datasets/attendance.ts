import Type, { type Static } from 'typebox'
import { WAREHOUSE_READERS } from '../access/roles.ts'
import { ANALYSTS } from '../access/user-roles.ts'
import { endpoint } from '../endpoint.ts'
import { id, integer, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'
import { optionalId, optionalName } from './columns.ts'

/** Stands for the rows that belong to no location, where a location is named. */
export const NO_LOCATION = 'none'

const optionalTime = (description: string) => nullable(timestamp({ description: `${description}; null when there is none.` }))

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
    plan: nullable(oneOf(['o', 'r', 'a'], { description: 'Office, remote or away; null where the user had no plan.' })),
    bookingDepth: nullable(
      integer(
        { minimum: 1, maximum: 3 },
        { description: 'What is booked: 1 location, 2 zone, 3 place; null: nothing.', example: 3 },
      ),
    ),
    attendanceType: nullable(
      oneOf(['confirmed', 'noShow', 'unconfirmed', 'walkIn'], {
        description:
          'confirmed: seen where planned; noShow: not seen anywhere; unconfirmed: planned where presence is not reported; walkIn: seen where nothing was planned; null: not expected and not seen, or the day is not over.',
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
      description: 'When the row last changed, whatever changed it; of a published row the refresh that did. Never goes back.',
    }),
  }),
)
export type AttendanceRow = Static<typeof AttendanceRow>

export const readAttendance = endpoint({
  operation: 'readAttendance',
  method: 'GET',
  path: '/v1/analytics/user-booking-attendance',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'Bookings and attendance of some days',
  description: `One row per user and day with a plan, a booking or presence, ordered by day; rows of one day and location are together. Past days are as the last refresh published them, later ones are read live. The last day is at most ${MAX_RANGE_DAYS} days after the first; days to come are read as well, which is heavy: ask for them no more often than every 30 minutes. Each row belongs to exactly one location: of its booking, else of its attendance, else the user's primary one; locationId filters on that.`,
  query: Type.Object({
    ...dateRange,
    locationId: Type.Optional(
      text(100, {
        description: `Only rows that belong to this location; \`${NO_LOCATION}\`: only those that belong to none.`,
        example: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21',
      }),
    ),
    ...formatParameter,
  }),
  response: AttendanceRow,
  streamed: true,
  errors: ['range_too_large'],
})
