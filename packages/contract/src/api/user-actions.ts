import Type, { type Static } from 'typebox'
import { optionalName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { dateFilters } from '../schema/date-range.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathDay, userParams } from '../schema/params.ts'
import { LOG_READERS } from '../user-roles.ts'
import { CHANGED_BY } from './user-days.ts'

/** The actions of the log. */
export const USER_ACTIONS = [
  'weekPlanChanged',
  'planSet',
  'planChanged',
  'planRemoved',
  'booked',
  'moved',
  'cancelled',
  'erased',
  'checkedIn',
] as const

const state = (description: string, example: object) =>
  Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description,
    examples: [example],
  })

const names = (description: string) =>
  Type.Object(
    {
      locationName: optionalName('Name of the building', 'Berlin Mitte'),
      zoneName: optionalName('Name of the zone', '2 North'),
      placeName: optionalName('Name of the desk', 'D-2-014'),
    },
    { description },
  )

export const UserAction = named(
  'UserAction',
  Type.Object({
    actionId: id({
      description: 'Shared by all changes that one command made to the user and day, such as a plan and its booking.',
    }),
    timestamp: timestamp({ description: 'When the action happened.' }),
    userId: id({ description: 'The user of the plan or booking.' }),
    day: nullable(pathDay),
    action: oneOf(USER_ACTIONS, { description: 'The action.' }),
    description: text(1500, {
      description: 'The action as a sentence.',
      example: 'Booked desk D-2-014 in 2 North, Berlin Mitte',
    }),
    changedBy: oneOf(CHANGED_BY, { description: 'Kind of actor.' }),
    changedByUserId: nullable(id({ description: 'The user who did it; null if it was not a user.' })),
    reason: nullable(text(500, { description: 'The reason; null if none was given.', example: 'usual desk' })),
    before: state('The state before; null if there was none.', { plan: 'r', locationId: null }),
    after: state('The state after; null if there is none.', { plan: 'o', locationId: null }),
    names: Type.Object(
      { before: names('Of the state before.'), after: names('Of the state after.') },
      { description: 'The names in the sentence as they are now, from which it can be written in another language.' },
    ),
  }),
)
export type UserAction = Static<typeof UserAction>

export const listUserActions = endpoint({
  operation: 'listUserActions',
  audit: 'person.read',
  method: 'GET',
  path: '/api/users/{userId}/actions',
  tag: 'planning',
  roles: AUTOMATION,
  params: userParams,
  people: LOG_READERS,
  self: true,
  summary: 'Log of changes to the plans and bookings of a user',
  description: 'The log of user actions, newest first. The dates are those of the planned or booked day, not of the action.',
  query: pageQuery(dateFilters),
  response: pageOf('UserActionPage', UserAction),
  errors: ['entity_not_found'],
})
