import { t } from '@lingui/core/macro'
import { type Field, type Kind, nameField, textIn } from './kind.ts'

const days = (field: string, label: string, description: string, maximum: number, initial: number): Field => ({
  name: field,
  label,
  description,
  type: 'integer',
  required: true,
  minimum: 0,
  maximum,
  initial,
})

const timeOfDay = (name: string, label: string, initial: string): Field => ({
  name,
  label,
  description: t`Local time, HH:MM.`,
  type: 'time',
  required: true,
  initial,
})

export const BUILDING: Kind = {
  name: 'building',
  idField: 'locationId',
  nameField: 'locationName',
  create: 'createLocation',
  createMany: 'createLocations',
  update: 'updateLocation',
  previewDeactivation: 'previewLocationDeactivation',
  lists: ['listLocations', 'getLocation', 'listLocationHistory'],
  example: t`Berlin Mitte`,
  fields: [
    nameField('locationName', t`Unique in the organization.`),
    { name: 'address', label: t`Address`, type: 'text', maxLength: 500 },
    {
      name: 'timeZone',
      label: t`Time zone`,
      description: t`A day is the local calendar day.`,
      whenChanged: t`If you change the zone, recorded events may move to another day.`,
      type: 'timeZone',
      required: true,
    },
    days(
      'bookingHorizonDays',
      t`Booking horizon, days`,
      t`Days after today for which week plans become day plans and desks are booked automatically.`,
      90,
      14,
    ),
    days('bookingWindowDays', t`Booking window, days`, t`Days after today that people may book themselves.`, 550, 28),
    days(
      'administratorWindowDays',
      t`Booking window of administrators, days`,
      t`Days after today that administrators may book for others.`,
      1100,
      365,
    ),
    {
      name: 'dayStartHour',
      label: t`Hour at which a day begins`,
      description: t`Local hour, 0 to 6. Presence before it belongs to the day before, for night shifts and late leavers.`,
      type: 'integer',
      required: true,
      minimum: 0,
      maximum: 6,
      initial: 0,
    },
    {
      name: 'refreshHour',
      label: t`Hour of the nightly run`,
      description: t`Local hour, 0 to 23.`,
      type: 'integer',
      required: true,
      minimum: 0,
      maximum: 23,
      initial: 3,
    },
    {
      name: 'checkInMode',
      label: t`Check-in`,
      description: t`Bookings that are not confirmed by then are released, on working days of the building only. After a booking or a change here, people have half an hour.`,
      type: 'choice',
      required: true,
      initial: 'none',
      choices: [
        { value: 'none', label: t`Not needed` },
        { value: 'by-time', label: t`By a time of day` },
        { value: 'after-start', label: t`Some minutes after work starts` },
      ],
    },
    { ...timeOfDay('checkInBy', t`Check in by`, '10:30'), isShown: ({ checkInMode }) => checkInMode === 'by-time' },
    {
      ...timeOfDay('workdayStartsAt', t`Work starts at`, '09:00'),
      isShown: ({ checkInMode }) => checkInMode === 'after-start',
    },
    {
      ...days('checkInMinutes', t`Minutes after the start`, t`Until then bookings are to be confirmed.`, 720, 60),
      isShown: ({ checkInMode }) => checkInMode === 'after-start',
    },
    {
      name: 'presenceFrom',
      label: t`Presence from`,
      description: t`First day on which the building reports presence. Empty: the day of its earliest event.`,
      type: 'date',
    },
    {
      name: 'presenceUntil',
      label: t`Presence until`,
      description: t`Last day on which the building reports presence. Empty: without end.`,
      type: 'date',
    },
  ],
  columns: [textIn('time-zone', t`Time zone`, 'timeZone'), textIn('address', t`Address`, 'address')],
  whenInactive: t`All bookings after today in this building are canceled. Plans and past bookings stay.`,
}

/** The same with the time zone that a new building begins with. */
export const buildingIn = (timeZone: string): Kind => ({
  ...BUILDING,
  fields: BUILDING.fields.map((field) => (field.name === 'timeZone' ? { ...field, initial: timeZone } : field)),
})
