import Type, { type Static } from 'typebox'
import { IN_USER_ACTIONS } from '../audit-actions.ts'
import { levelId, levelName, optionalName, zoneId, zoneName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, integer, named, nullable, optionalText, optionalUuidInput, text } from '../schema/atoms.ts'
import { dayParameter } from '../schema/date-range.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { locationParams, pathDay, pathId, userDayParams } from '../schema/params.ts'
import { ALL_USERS, BOOKINGS_ADMINISTRATORS } from '../user-roles.ts'
import { UserDay } from './user-days.ts'

/** The target of a booking: exactly one of the three nodes (domain §4). */
export const BookingRequest = named(
  'BookingRequest',
  Type.Object({
    placeId: optionalUuidInput({ description: 'A desk of a zone that is booked by desk.' }),
    zoneId: optionalUuidInput({ description: 'A zone that is booked by capacity.' }),
    locationId: optionalUuidInput({ description: 'A building, without a desk.' }),
    reason: optionalText(200, { description: 'For the log.', example: 'Near the lift' }),
  }),
)
export type BookingRequest = Static<typeof BookingRequest>

const shared = { tag: 'planning', roles: AUTOMATION } as const

const BOOKING_ERRORS = [
  'entity_not_found',
  'desk_taken',
  'zone_full',
  'desk_assigned',
  'place_inactive',
  'user_inactive',
  'day_in_past',
  'outside_booking_window',
  'time_off',
  'day_closed',
] as const

export const book = endpoint({
  ...shared,
  operation: 'book',
  audit: IN_USER_ACTIONS,
  method: 'PUT',
  path: '/api/users/{userId}/days/{day}/booking',
  params: userDayParams,
  people: BOOKINGS_ADMINISTRATORS,
  self: true,
  summary: 'Book a desk, a zone or a building for a day',
  description:
    'Replaces any booking of that day in one step, and makes the day an office day. Send exactly one of placeId, zoneId and locationId.',
  body: BookingRequest,
  response: UserDay,
  errors: BOOKING_ERRORS,
})

export const cancelBooking = endpoint({
  ...shared,
  operation: 'cancelBooking',
  audit: IN_USER_ACTIONS,
  method: 'DELETE',
  path: '/api/users/{userId}/days/{day}/booking',
  params: userDayParams,
  people: BOOKINGS_ADMINISTRATORS,
  self: true,
  summary: 'Cancel the booking of a day',
  description: 'The day stays an office day; to change that, change the plan. Without a booking nothing happens.',
  response: UserDay,
  errors: ['entity_not_found', 'day_in_past'],
})

export const FreeDesk = named(
  'FreeDesk',
  Type.Object({
    placeId: id({ description: 'The desk.' }),
    placeName: text(200, { description: 'Its name.', example: 'D-2-014' }),
    zoneId,
    zoneName,
    levelId,
    levelName,
    assignedUserId: nullable(
      id({
        description:
          'The user that the desk is assigned to; null if it is not assigned. Employees see their own id only, otherwise null.',
      }),
    ),
    x: nullable(Type.Number({ description: 'Position on the floor plan.', examples: [12.5] })),
    y: nullable(Type.Number({ description: 'Position on the floor plan.', examples: [4] })),
  }),
)
export type FreeDesk = Static<typeof FreeDesk>

const zoneFilter = Type.Optional(
  text(100, { description: 'Only in this zone.', example: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21' }),
)
const levelFilter = Type.Optional(
  text(100, { description: 'Only on this level.', example: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21' }),
)

export const listFreeDesks = endpoint({
  ...shared,
  operation: 'listFreeDesks',
  method: 'GET',
  path: '/api/locations/{locationId}/free-desks',
  params: locationParams,
  people: ALL_USERS,
  summary: 'Desks that are free on a day',
  description: 'Desks that the caller could book on that day, in zones booked by desk, ordered by level, zone and name.',
  query: pageQuery({ day: dayParameter('The local calendar day'), zoneId: zoneFilter, levelId: levelFilter }),
  response: pageOf('FreeDeskPage', FreeDesk),
  errors: ['entity_not_found'],
})

export const FreeZone = named(
  'FreeZone',
  Type.Object({
    zoneId,
    zoneName,
    levelId,
    levelName,
    capacity: integer({ minimum: 0 }, { description: 'Maximum number of bookings per day.', example: 24 }),
    free: integer({ minimum: 1 }, { description: 'Capacity that is still free on that day.', example: 7 }),
  }),
)
export type FreeZone = Static<typeof FreeZone>

export const listFreeZones = endpoint({
  ...shared,
  operation: 'listFreeZones',
  method: 'GET',
  path: '/api/locations/{locationId}/free-zones',
  params: locationParams,
  people: ALL_USERS,
  summary: 'Zones with free capacity on a day',
  description: 'Zones that are booked by capacity and not full on that day, ordered by name.',
  query: pageQuery({ day: dayParameter('The local calendar day'), levelId: levelFilter }),
  response: pageOf('FreeZonePage', FreeZone),
  errors: ['entity_not_found'],
})

/** The most days after today on which a booking may be (bookingWindowDays and administratorWindowDays of locations). */
export const MAX_BOOKING_DAYS = 1100

export const DeskBooking = named(
  'DeskBooking',
  Type.Object({
    day: pathDay,
    userId: id({ description: 'Who booked it.' }),
    userName: text(320, { description: 'userName.', example: 'ada.byron@example.com' }),
    firstName: optionalName('First name', 'Ada'),
    lastName: optionalName('Last name', 'Byron'),
  }),
)
export type DeskBooking = Static<typeof DeskBooking>

export const listDeskBookings = endpoint({
  ...shared,
  operation: 'listDeskBookings',
  method: 'GET',
  path: '/api/places/{placeId}/bookings',
  params: Type.Object({ placeId: pathId('The desk.') }),
  people: BOOKINGS_ADMINISTRATORS,
  summary: 'Bookings of a desk',
  description: 'From today at its building on, by day: a desk has at most one booking a day.',
  query: pageQuery({}),
  response: pageOf('DeskBookingPage', DeskBooking),
  errors: ['entity_not_found'],
})
