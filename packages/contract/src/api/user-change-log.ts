import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { named, text } from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'
import { idList, MAX_LISTED_IDS } from '../schema/id-list.ts'
import { pathDay } from '../schema/params.ts'
import { ANALYSTS } from '../user-roles.ts'
import { UserAction } from './user-actions.ts'

const { actionId, timestamp, userId, action, description, changedBy, changedByUserId, reason, before, after } =
  UserAction.properties

export const UserChangeRow = named(
  'UserChangeRow',
  Type.Object({
    actionId,
    timestamp,
    userId,
    userName: text(320, { description: 'Their userName.', example: 'ada.byron@example.com' }),
    day: { ...pathDay, description: 'The planned or booked local calendar day.' },
    action,
    description,
    changedBy,
    changedByUserId,
    reason,
    before,
    after,
  }),
)
export type UserChangeRow = Static<typeof UserChangeRow>

export const readUserChangeLog = endpoint({
  operation: 'readUserChangeLog',
  audit: 'dataset.read',
  method: 'GET',
  path: '/v1/analytics/change-log/user',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'Log of changes to plans and bookings',
  description: `One row per entry of the log of user actions, ordered by userId, day and timestamp. The dates are those of the planned or booked day, not of the action; changes of a week plan have no day and no row. At most ${MAX_LISTED_IDS} users. The last day is at most ${MAX_RANGE_DAYS} days after the first; future days are included.`,
  query: Type.Object({ ...dateRange, userIds: idList('Users of the plans and bookings'), ...formatParameter }),
  response: UserChangeRow,
  streamed: true,
  errors: ['range_too_large'],
})
