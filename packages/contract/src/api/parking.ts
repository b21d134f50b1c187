import Type, { type Static } from 'typebox'
import { OF_PLANNING } from '../audit-actions.ts'
import { locationId, locationName } from '../datasets/columns.ts'
import { PARKING_STATUSES, ParkingBookingRow } from '../datasets/parking-bookings.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, named, oneOf, optionalUuidInput, text } from '../schema/atoms.ts'
import { dateFilters, dayParameter } from '../schema/date-range.ts'
import { Done } from '../schema/done.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { locationParams, userDayParams, userParams } from '../schema/params.ts'
import { ADMINISTRATORS, ALL_USERS, BOOKINGS_ADMINISTRATORS } from '../user-roles.ts'
import { idFilter } from './entity.ts'

export const ParkingRequest = named(
  'ParkingRequest',
  Type.Object({
    bayId: optionalUuidInput({ description: 'This bay.' }),
    locationId: optionalUuidInput({ description: 'Any free bay of this building.' }),
  }),
)
export type ParkingRequest = Static<typeof ParkingRequest>

const shared = { tag: 'planning', roles: AUTOMATION } as const
const ofOneDay = {
  path: '/api/users/{userId}/days/{day}/parking',
  params: userDayParams,
  people: BOOKINGS_ADMINISTRATORS,
  self: true,
} as const

export const bookParking = endpoint({
  ...shared,
  ...ofOneDay,
  operation: 'bookParking',
  audit: { none: 'Rows of parking bookings have who changed them, and when.' },
  method: 'PUT',
  summary: 'Book a parking bay for a day',
  description:
    'Send exactly one of bayId and locationId. An existing booking of that day moves in one step; if it is already in the requested building, it stays unchanged.',
  body: ParkingRequest,
  response: ParkingBookingRow,
  errors: [
    'entity_not_found',
    'bay_taken',
    'no_free_bay',
    'place_inactive',
    'user_inactive',
    'day_in_past',
    'outside_booking_window',
    'time_off',
    'day_closed',
  ],
})

export const cancelParking = endpoint({
  ...shared,
  ...ofOneDay,
  operation: 'cancelParking',
  audit: { none: 'Rows of parking bookings have who changed them, and when.' },
  method: 'DELETE',
  summary: 'Cancel the parking booking of a day',
  description: 'Without a booking nothing happens.',
  response: Done,
  errors: ['entity_not_found', 'day_in_past'],
})

const ParkingBookingPage = pageOf('ParkingBookingPage', ParkingBookingRow)
const filters = {
  ...dateFilters,
  locationId: idFilter('Only in this building.'),
  status: Type.Optional(oneOf(PARKING_STATUSES, { description: 'Only these.' })),
}

export const listParkingBookings = endpoint({
  ...shared,
  operation: 'listParkingBookings',
  method: 'GET',
  path: '/api/parking-bookings',
  people: ADMINISTRATORS,
  summary: 'List parking bookings',
  description: 'Ordered by day, then id. Filters with unknown values match nothing.',
  query: pageQuery({ ...filters, userId: idFilter('Only of this user.') }),
  response: ParkingBookingPage,
})

export const listUserParking = endpoint({
  ...shared,
  operation: 'listUserParking',
  audit: OF_PLANNING,
  method: 'GET',
  path: '/api/users/{userId}/parking',
  params: userParams,
  people: BOOKINGS_ADMINISTRATORS,
  self: true,
  summary: 'Parking bookings of a user',
  description: 'Ordered by day, then id, including past and canceled bookings.',
  query: pageQuery(filters),
  response: ParkingBookingPage,
  errors: ['entity_not_found'],
})

export const FreeBay = named(
  'FreeBay',
  Type.Object({
    bayId: id({ description: 'The parking bay.' }),
    bayName: text(200, { description: 'Its name.', example: 'P-12' }),
    locationId,
    locationName,
  }),
)
export type FreeBay = Static<typeof FreeBay>

export const listFreeBays = endpoint({
  ...shared,
  operation: 'listFreeBays',
  method: 'GET',
  path: '/api/locations/{locationId}/free-bays',
  params: locationParams,
  people: ALL_USERS,
  summary: 'Parking bays that are free on a day',
  description: 'Active bays without a booking for the day, ordered by name.',
  query: pageQuery({ day: dayParameter('The local calendar day') }),
  response: pageOf('FreeBayPage', FreeBay),
  errors: ['entity_not_found'],
})
