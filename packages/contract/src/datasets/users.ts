import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { publishedFields, shownFields } from '../entities/fields.ts'
import { USER_FIELDS } from '../entities/user-fields.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { flag, id, named, text } from '../schema/atoms.ts'
import { formatParameter } from '../schema/format.ts'
import { ANALYSTS } from '../user-roles.ts'
import { createdAt, optionalId, optionalName, status, updatedAt } from './columns.ts'

export const UserRow = named(
  'UserRow',
  Type.Object({
    userId: id({ description: 'The user.' }),
    userName: text(320, { description: 'UPN, unique per organization, compared exactly.', example: 'ada.byron@example.com' }),
    ...shownFields(publishedFields(USER_FIELDS)),
    status,
    onboarded: flag({ description: 'Whether the user has completed onboarding.' }),
    primaryGroupId: optionalId('Primary group'),
    primaryGroupName: optionalName('Name of the primary group', 'Engineering'),
    primaryLocationId: optionalId('Primary location'),
    primaryLocationName: optionalName('Name of the primary location', 'Berlin Mitte'),
    createdAt,
    updatedAt,
  }),
)
export type UserRow = Static<typeof UserRow>

export const readUsers = endpoint({
  operation: 'readUsers',
  audit: 'dataset.read',
  method: 'GET',
  path: '/v1/analytics/users',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'All users',
  description: 'One row per user, including leavers, ordered by userId.',
  query: Type.Object({ ...formatParameter }),
  response: UserRow,
  streamed: true,
})
