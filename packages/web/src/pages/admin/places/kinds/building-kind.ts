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

export const BUILDING: Kind = {
  name: 'building',
  many: 'buildings',
  idField: 'locationId',
  nameField: 'locationName',
  create: 'createLocation',
  createMany: 'createLocations',
  update: 'updateLocation',
  previewDeactivation: 'previewLocationDeactivation',
  lists: ['listLocations', 'getLocation'],
  example: 'Berlin Mitte',
  fields: [
    nameField('locationName', 'Unique in the organization.'),
    { name: 'address', label: 'Address', type: 'text', maxLength: 500 },
    {
      name: 'timeZone',
      label: 'Time zone',
      description: 'A day is the local calendar day. Another zone moves the days of what was seen here.',
      type: 'timeZone',
      required: true,
    },
    days(
      'bookingHorizonDays',
      'Booking horizon, days',
      'Days after today for which week plans become day plans and desks are booked automatically.',
      90,
      14,
    ),
    days('bookingWindowDays', 'Booking window, days', 'Days after today that people may book themselves.', 550, 28),
    days(
      'administratorWindowDays',
      'Booking window of administrators, days',
      'Days after today that administrators may book for others.',
      1100,
      365,
    ),
    {
      name: 'refreshHour',
      label: 'Hour of the nightly run',
      description: 'Local hour, 0 to 23.',
      type: 'integer',
      required: true,
      minimum: 0,
      maximum: 23,
      initial: 3,
    },
    {
      name: 'presenceFrom',
      label: 'Presence from',
      description: 'First day on which the building reports presence. Empty: the day of its earliest event.',
      type: 'date',
    },
    {
      name: 'presenceUntil',
      label: 'Presence until',
      description: 'Last day on which the building reports presence. Empty: without end.',
      type: 'date',
    },
  ],
  columns: [textIn('Time zone', 'timeZone'), textIn('Address', 'address')],
  whenInactive:
    'All bookings after today in this building are canceled. What people have planned stays, and so does what is past.',
}
