import Type, { type Static } from 'typebox'
import { createdAt, locationId, locationName, status, updatedAt } from '../datasets/columns.ts'
import { givenFields, shownFields } from '../entities/fields.ts'
import { LOCATION_FIELDS } from '../entities/location-fields.ts'
import { date, dateInput, integer, named, nullable, oneOf, optional, text } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { locationParams } from '../schema/params.ts'
import { MAX_BOOKING_DAYS } from './bookings.ts'
import { changedStatus, entityOperations, MIN_CHANGES, newId, newStatus, statusFilter } from './entity.ts'

const timeZone = text(100, { description: 'IANA time zone; a day is its local calendar day.', example: 'Europe/Berlin' })

/** Until when bookings of a day are confirmed, or else are released. */
export const CHECK_IN_MODES = ['none', 'by-time', 'after-start'] as const

const localTime = (description: string, example: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description, examples: [example] })

/** Settings of a location. */
const settings = {
  bookingHorizonDays: integer(
    { minimum: 0, maximum: 90 },
    {
      description: 'Days after today for which day plans are created from week plans and desks are booked automatically.',
      example: 14,
    },
  ),
  bookingWindowDays: integer(
    { minimum: 0, maximum: 550 },
    { description: 'Days after today that users may book themselves.', example: 28 },
  ),
  administratorWindowDays: integer(
    { minimum: 0, maximum: MAX_BOOKING_DAYS },
    { description: 'Days after today that administrators may book for other users.', example: 365 },
  ),
  dayStartHour: integer(
    { minimum: 0, maximum: 6 },
    { description: 'Local hour at which a day begins; presence before it belongs to the day before.', example: 0 },
  ),
  refreshHour: integer({ minimum: 0, maximum: 23 }, { description: 'Local hour of the nightly jobs.', example: 3 }),
  checkInMode: oneOf(CHECK_IN_MODES, {
    description:
      'Whether bookings of a workday are to be confirmed, by presence, by check-in or by the QR code of the desk, or else are released: none, by-time: by checkInBy, after-start: by checkInMinutes after workdayStartsAt.',
  }),
  checkInBy: localTime('The local time of checkInMode by-time, HH:MM.', '10:30'),
  workdayStartsAt: localTime('The local time at which people start to work, HH:MM, for checkInMode after-start.', '09:00'),
  checkInMinutes: integer({ minimum: 0, maximum: 720 }, { description: 'Minutes of checkInMode after-start.', example: 60 }),
}
const PRESENCE_FROM = 'First local day on which the building reports presence; null: the day of its earliest event.'
const PRESENCE_UNTIL = 'Last local day on which the building reports presence; null: open-ended.'

export const Location = named(
  'Location',
  Type.Object({
    locationId,
    locationName,
    ...shownFields(LOCATION_FIELDS),
    status,
    timeZone,
    ...settings,
    presenceFrom: nullable(date({ description: PRESENCE_FROM })),
    presenceUntil: nullable(date({ description: PRESENCE_UNTIL })),
    createdAt,
    updatedAt,
  }),
)
export type Location = Static<typeof Location>

const presenceDays = {
  presenceFrom: optional(dateInput({ description: PRESENCE_FROM })),
  presenceUntil: optional(dateInput({ description: PRESENCE_UNTIL })),
}

export const NewLocation = named(
  'NewLocation',
  Type.Object({
    locationId: newId,
    locationName,
    ...givenFields(LOCATION_FIELDS),
    timeZone,
    status: newStatus,
    bookingHorizonDays: optional(settings.bookingHorizonDays),
    bookingWindowDays: optional(settings.bookingWindowDays),
    administratorWindowDays: optional(settings.administratorWindowDays),
    refreshHour: optional(settings.refreshHour),
    dayStartHour: optional(settings.dayStartHour),
    checkInMode: optional(settings.checkInMode),
    checkInBy: optional(settings.checkInBy),
    workdayStartsAt: optional(settings.workdayStartsAt),
    checkInMinutes: optional(settings.checkInMinutes),
    ...presenceDays,
  }),
)
export const LocationChanges = named(
  'LocationChanges',
  Type.Object(
    {
      locationName: Type.Optional(locationName),
      ...givenFields(LOCATION_FIELDS),
      timeZone: Type.Optional(timeZone),
      status: changedStatus,
      bookingHorizonDays: Type.Optional(settings.bookingHorizonDays),
      bookingWindowDays: Type.Optional(settings.bookingWindowDays),
      administratorWindowDays: Type.Optional(settings.administratorWindowDays),
      refreshHour: Type.Optional(settings.refreshHour),
      dayStartHour: Type.Optional(settings.dayStartHour),
      checkInMode: Type.Optional(settings.checkInMode),
      checkInBy: Type.Optional(settings.checkInBy),
      workdayStartsAt: Type.Optional(settings.workdayStartsAt),
      checkInMinutes: Type.Optional(settings.checkInMinutes),
      ...presenceDays,
    },
    MIN_CHANGES,
  ),
)

export const locationOperations = entityOperations({
  one: 'Location',
  many: 'Locations',
  named: 'building',
  audited: 'location',
  path: '/api/locations',
  params: locationParams,
  entity: Location,
  page: pageOf('LocationPage', Location),
  query: pageQuery({ status: statusFilter }),
  creation: NewLocation,
  changes: LocationChanges,
  order: 'Ordered by name.',
  onUpdate:
    'Bookings after today in a building that becomes inactive are canceled. A new time zone changes the local days of its presence events.',
})
