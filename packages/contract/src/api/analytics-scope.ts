import Type from 'typebox'
import { ADMINISTRATORS } from '../access/user-roles.ts'
import { NO_LOCATION } from '../datasets/attendance.ts'
import { optionalId, optionalName } from '../datasets/columns.ts'
import { AUTOMATION } from '../endpoint.ts'
import { date, flag, integer, list, nullable, oneOf, orNull, text, timestamp } from '../schema/atoms.ts'
import { dayParameter, MAX_ANALYTICS_DAYS } from '../schema/date-range.ts'
import { idList } from '../schema/id-list.ts'

export const count = (description: string, example = 12) => integer({ minimum: 0 }, { description, example })
export const amount = (description: string, example = 12.5) => Type.Number({ minimum: 0, description, examples: [example] })

/** Days of a period. */
export const period = {
  from: dayParameter('First day of the period, inclusive'),
  to: dayParameter(`Last day, inclusive, at most ${MAX_ANALYTICS_DAYS - 1} days after the first`),
}

export const locationIds = Type.Optional(
  idList(`Only these buildings: who came there and who was expected there; \`${NO_LOCATION}\` among them for people without any`),
)
export const groupIds = Type.Optional(idList('Only these groups and all below them'))

/** What all analytics for administrators of any kind have in common. */
export const forAdministrators = { method: 'GET', tag: 'analytics', roles: AUTOMATION, people: ADMINISTRATORS } as const

/** Whether figures are withheld, and why. */
export const hidden = {
  hidden: flag({
    description:
      'Whether figures are withheld because they are about fewer people than minimumGroupSize, or would give such ones away.',
    example: false,
  }),
  withheld: orNull(
    Type.Object({
      reason: oneOf(['fewPeople', 'otherGroup', 'otherLocation'], {
        description:
          'fewPeople: fewer active users than minimumGroupSize had a plan, a booking or presence in the period. otherGroup, otherLocation: together with other figures these would tell of too few people of another group or building.',
      }),
      name: nullable(
        text(200, {
          description:
            'The other group or building, which these figures are put together with; null for people without any, and with fewPeople.',
          example: 'Facilities',
        }),
      ),
    }),
    { description: 'Why figures are withheld; null where they are not.' },
  ),
}

/** What figures are compared with. */
export const compared = {
  from: date({ description: 'First day of the period, daysBack earlier.' }),
  to: date({ description: 'Its last day, daysBack earlier.' }),
  daysBack: integer(
    { minimum: 7 },
    {
      description: 'Each day is compared with the same weekday so many days earlier: as few whole weeks as do not overlap.',
      example: 28,
    },
  ),
  days: list(
    date({ description: 'A day of the period.' }),
    {},
    {
      description:
        'The days of the period that were compared: those published in both periods, with presence reported by the same of the buildings that there were before. None where there is nothing to compare.',
    },
  ),
  ...hidden,
}

/** The building that figures belong to; rows of people without any have none. */
export const ofLocation = {
  locationId: optionalId('The building'),
  locationName: optionalName('Its name', 'Berlin Mitte'),
}

/** How recent the figures are. */
export const freshness = {
  publishedThrough: Type.Array(
    Type.Object({
      ...ofLocation,
      publishedThrough: nullable(date({ description: 'Last published day; null: none yet.' })),
      publishedDays: count('Published days of the period, from the first one with a row on.', 28),
      measuredDays: count('Those of them on which the building reported presence: of others it is not known who came.', 28),
    }),
    { description: 'Up to which day each building in scope is published: figures are of published days alone.' },
  ),
  refreshedAt: nullable(timestamp({ description: 'When the warehouse was last refreshed; null: never.' })),
}
