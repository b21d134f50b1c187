import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { id, integer, named, text } from '../schema/atoms.ts'
import { formatParameter } from '../schema/format.ts'
import { ANALYSTS } from '../user-roles.ts'
import { optionalId, optionalName, status, updatedAt } from './columns.ts'

export const GroupRow = named(
  'GroupRow',
  Type.Object({
    groupId: id({ description: 'The group.' }),
    groupName: text(200, { description: 'Unique per organization and type.', example: 'Engineering' }),
    groupType: text(100, { description: 'Kind of group.', example: 'department' }),
    parentGroupId: optionalId('The parent group'),
    parentGroupName: optionalName('Name of the parent group', 'Product'),
    memberCount: integer({ minimum: 0 }, { description: 'Active users who are members.', example: 120 }),
    status,
    updatedAt,
  }),
)
export type GroupRow = Static<typeof GroupRow>

export const readGroups = endpoint({
  operation: 'readGroups',
  audit: { none: 'Its rows have no people.' },
  method: 'GET',
  path: '/v1/analytics/groups',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'All groups',
  description: 'One row per group, ordered by groupId.',
  query: Type.Object({ ...formatParameter }),
  response: GroupRow,
  streamed: true,
})
