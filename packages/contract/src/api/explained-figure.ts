import Type from 'typebox'
import { locationId, locationName } from '../datasets/columns.ts'
import { AUTOMATION } from '../endpoint.ts'
import { date, list, text, UUID_EXAMPLE } from '../schema/atoms.ts'
import { dayParameter } from '../schema/date-range.ts'
import { ANALYSTS } from '../user-roles.ts'

/** Maximum number of people, visits or bookings in the explanation of a figure. The figure itself counts all. */
export const MAX_EXPLAINED_PEOPLE = 500

/** Shared by the explanations of figures, which name people. */
export const explained = {
  method: 'GET',
  tag: 'analytics',
  roles: AUTOMATION,
  people: ANALYSTS,
  audit: 'dataset.read',
  errors: ['entity_not_found'],
} as const

export const nodeFilter = (description: string) => Type.Optional(text(100, { description, example: UUID_EXAMPLE }))

/** The parameters that name a building and a local day. */
export const dayOfBuilding = {
  locationId: text(100, { description: 'The building.', example: UUID_EXAMPLE }),
  day: dayParameter('The local calendar day of the building'),
}

export const hourOfDay = {
  ...dayOfBuilding,
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'The hour of local time that begins then.', examples: [9] }),
}

export const explainedDay = {
  day: date({ description: 'The local calendar day of the building.' }),
  locationId,
  locationName,
  timeZone: text(100, { description: 'IANA time zone of the building.', example: 'Europe/Berlin' }),
}

export const explainedHour = {
  ...explainedDay,
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'The hour of local time that begins then.', examples: [9] }),
}

export const sentences = list(
  text(1000, {
    description: 'A rule with its facts.',
    example: '2 people were at Berlin Mitte from 09:00 to 10:00: of 3 seen there on the day, these were first seen before 10:00.',
  }),
  {},
  { description: 'How each figure came about, in sentences.' },
)
