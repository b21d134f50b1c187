import Type from 'typebox'
import { NO_LOCATION } from '../datasets/attendance.ts'
import { optionalId, optionalName } from '../datasets/columns.ts'
import { AUTOMATION } from '../endpoint.ts'
import { date, flag, integer, list, nullable, nullableObject, oneOf, text, timestamp } from '../schema/atoms.ts'
import { dayParameter, MAX_ANALYTICS_DAYS } from '../schema/date-range.ts'
import { idList } from '../schema/id-list.ts'
import { ADMINISTRATORS } from '../user-roles.ts'

export const count = (description: string, example = 12) => integer({ minimum: 0 }, { description, example })
export const amount = (description: string, example = 12.5) => Type.Number({ minimum: 0, description, examples: [example] })

/** The days of a period. */
export const period = {
  from: dayParameter('First day of the period, inclusive'),
  to: dayParameter(`Last day, inclusive, at most ${MAX_ANALYTICS_DAYS - 1} days after the first`),
}

export const locationIds = Type.Optional(
  idList(
    `Only people who came to these buildings or were expected there; \`${NO_LOCATION}\` stands for people without a building`,
  ),
)
export const groupIds = Type.Optional(idList('Only these groups and their descendants'))

/** Shared by all analytics endpoints for administrators. */
export const forAdministrators = { method: 'GET', tag: 'analytics', roles: AUTOMATION, people: ADMINISTRATORS } as const

/** Whether figures are hidden, and why. */
export const hidden = {
  hidden: flag({
    description:
      'Whether figures are hidden because they cover fewer people than minimumGroupSize, or would reveal figures that do.',
    example: false,
  }),
  withheld: nullableObject(
    Type.Object({
      reason: oneOf(['fewPeople', 'otherGroup', 'otherLocation'], {
        description:
          'fewPeople: fewer active users than minimumGroupSize had a plan, a booking or presence in the period. otherGroup, otherLocation: combined with other figures, these would reveal too few people of another group or building.',
      }),
      name: nullable(
        text(200, {
          description:
            'The other group or building that these figures could be combined with; null for people without one, and with fewPeople.',
          example: 'Facilities',
        }),
      ),
    }),
    { description: 'Why figures are hidden; null if they are not.' },
  ),
}

/** The period that figures are compared with. */
export const compared = {
  from: date({ description: 'First day of the period, daysBack earlier.' }),
  to: date({ description: 'Last day of the period, daysBack earlier.' }),
  daysBack: integer(
    { minimum: 7 },
    {
      description:
        'Each day is compared with the same weekday this many days earlier: the smallest number of whole weeks without overlap.',
      example: 28,
    },
  ),
  days: list(
    date({ description: 'A day of the period.' }),
    {},
    {
      description:
        'The compared days of the period: those published in both periods, on which the same buildings reported presence. Empty if there is nothing to compare.',
    },
  ),
  ...hidden,
}

/** The building that figures belong to; null for people without a building. */
export const ofLocation = {
  locationId: optionalId('The building'),
  locationName: optionalName('Its name', 'Berlin Mitte'),
}

/** How current the figures are. */
export const freshness = {
  publishedThrough: Type.Array(
    Type.Object({
      ...ofLocation,
      publishedThrough: nullable(date({ description: 'Last published day; null if there is none yet.' })),
      publishedDays: count('Published days of the period, starting with the first one that has a row.', 28),
      measuredDays: count('Published days on which the building reported presence. Attendance of other days is unknown.', 28),
    }),
    { description: 'The last published day of each building in scope. Figures cover published days only.' },
  ),
  refreshedAt: nullable(timestamp({ description: 'When the warehouse was last refreshed; null if never.' })),
}
