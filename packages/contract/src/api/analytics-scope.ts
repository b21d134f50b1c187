import Type from 'typebox'
import { ADMINISTRATORS } from '../access/user-roles.ts'
import { NO_LOCATION } from '../datasets/attendance.ts'
import { optionalId, optionalName } from '../datasets/columns.ts'
import { AUTOMATION } from '../endpoint.ts'
import { date, flag, integer, nullable, timestamp } from '../schema/atoms.ts'
import { dayParameter, MAX_ANALYTICS_DAYS } from '../schema/date-range.ts'
import { idList } from '../schema/id-list.ts'

/** Days of a period. */
export const period = {
  from: dayParameter('First day of the period, inclusive'),
  to: dayParameter(`Last day, inclusive, at most ${MAX_ANALYTICS_DAYS - 1} days after the first`),
}

export const locationIds = Type.Optional(
  idList(`Only rows that belong to these buildings, \`${NO_LOCATION}\` among them for those that belong to none`),
)
export const groupIds = Type.Optional(idList('Only these groups and all below them'))

/** What all analytics for administrators of any kind have in common. */
export const forAdministrators = { method: 'GET', tag: 'analytics', roles: AUTOMATION, people: ADMINISTRATORS } as const

export const hidden = flag({
  description:
    'Whether figures are withheld because they are of fewer people than minimumGroupSize, or would give such ones away.',
  example: false,
})

/** The building that figures belong to; rows of people without any have none. */
export const ofLocation = {
  locationId: optionalId('The building'),
  locationName: optionalName('Its name', 'Berlin Mitte'),
}

/** How recent the figures are. */
export const freshness = {
  publishedThrough: Type.Array(
    Type.Object({ ...ofLocation, publishedThrough: nullable(date({ description: 'Last published day; null: none yet.' })) }),
    { description: 'Up to which day each building in scope is published: figures are of published days alone.' },
  ),
  refreshedAt: nullable(timestamp({ description: 'When the warehouse was last refreshed; null: never.' })),
}

export const count = (description: string, example = 12) => integer({ minimum: 0 }, { description, example })
export const amount = (description: string, example = 12.5) => Type.Number({ minimum: 0, description, examples: [example] })
