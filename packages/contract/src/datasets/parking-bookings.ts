import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { date, id, named, oneOf, text, UUID_EXAMPLE } from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'
import { ANALYSTS } from '../user-roles.ts'
import { createdAt, locationId, locationName, updatedAt } from './columns.ts'

export const PARKING_STATUSES = ['booked', 'cancelled'] as const

export const ParkingBookingRow = named(
  'ParkingBookingRow',
  Type.Object({
    parkingBookingId: id({ description: 'The booking; it stays the same when it moves to another bay.' }),
    userId: id({ description: 'Who parks.' }),
    userName: text(320, { description: 'Their userName.', example: 'ada.byron@example.com' }),
    day: date({ description: 'The local calendar day of the building.' }),
    locationId,
    locationName,
    bayId: id({ description: 'The parking bay.' }),
    bayName: text(200, { description: 'Name of the bay.', example: 'P-12' }),
    status: oneOf(PARKING_STATUSES, { description: 'A canceled booking stays as history; the day may have another booking.' }),
    createdAt,
    updatedAt,
  }),
)
export type ParkingBookingRow = Static<typeof ParkingBookingRow>

export const readParkingBookings = endpoint({
  operation: 'readParkingBookings',
  audit: 'dataset.read',
  method: 'GET',
  path: '/v1/parking-bookings',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'Parking bookings of a range of days',
  description: `One row per booking, including canceled bookings, ordered by day and parkingBookingId. The last day is at most ${MAX_RANGE_DAYS} days after the first; future days are included.`,
  query: Type.Object({
    ...dateRange,
    locationId: Type.Optional(text(100, { description: 'Only in this building.', example: UUID_EXAMPLE })),
    ...formatParameter,
  }),
  response: ParkingBookingRow,
  streamed: true,
  errors: ['range_too_large'],
})
