import Type, { type Static } from 'typebox'
import { LOG_READERS } from '../access/user-roles.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { dateFilters } from '../schema/date-range.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathDay, userParams } from '../schema/params.ts'
import { CHANGED_BY } from './user-days.ts'

/** What an entry of the log says was done. */
export const USER_ACTIONS = [
  'weekPlanChanged',
  'planSet',
  'planChanged',
  'planRemoved',
  'booked',
  'moved',
  'cancelled',
  'erased',
] as const

const state = (description: string, example: object) =>
  Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description,
    examples: [example],
  })

export const UserAction = named(
  'UserAction',
  Type.Object({
    actionId: id({ description: 'The same for all that one command did to the user and day, such as a plan and its booking.' }),
    timestamp: timestamp({ description: 'When it was done.' }),
    userId: id({ description: 'Whose plan or booking.' }),
    day: nullable(pathDay),
    action: oneOf(USER_ACTIONS, { description: 'What was done.' }),
    description: text(1500, { description: 'The same as a sentence.', example: 'Booked desk D-2-014 in 2 North, Berlin Mitte' }),
    changedBy: oneOf(CHANGED_BY, { description: 'Who did it.' }),
    changedByUserId: nullable(id({ description: 'Which user did it; null where it was none.' })),
    reason: nullable(text(500, { description: 'Why; null where nothing was said.', example: 'usual desk' })),
    before: state('The state before; null where there was none.', { plan: 'r', locationId: null }),
    after: state('The state after; null where there is none.', { plan: 'o', locationId: null }),
  }),
)
export type UserAction = Static<typeof UserAction>

export const listUserActions = endpoint({
  operation: 'listUserActions',
  method: 'GET',
  path: '/api/users/{userId}/actions',
  tag: 'planning',
  roles: AUTOMATION,
  params: userParams,
  people: LOG_READERS,
  self: true,
  summary: 'What was done to the plans and bookings of a user',
  description: 'The log of user actions, newest first. The dates are those of the planned or booked day, not of the action.',
  query: pageQuery(dateFilters),
  response: pageOf('UserActionPage', UserAction),
  errors: ['entity_not_found'],
})
