import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { date, id, integer, named, nullable, text } from '../schema/atoms.ts'
import { dayParameter } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'
import { ANALYSTS } from '../user-roles.ts'
import { levelId, levelName, locationId, locationName, optionalId, status, updatedAt, zoneId, zoneName } from './columns.ts'

export const validFrom = date({
  description:
    'The first day, or the day on which the service heard of it. Several changes of one day count as the last of them.',
})
export const validTo = nullable(
  date({ description: 'The first day on which it was no longer so; null: still so.', example: '2026-03-01' }),
)
const groupId = id({ description: 'The group.' })
const groupName = text(200, { description: 'Its name.', example: 'Engineering' })

export const GroupMemberRow = named(
  'GroupMemberRow',
  Type.Object({
    groupId,
    userId: id({ description: 'The member.' }),
    validFrom,
    validTo,
    groupName,
    groupType: text(100, { description: 'Kind of group.', example: 'department' }),
    updatedAt,
  }),
)
export type GroupMemberRow = Static<typeof GroupMemberRow>

export const GroupClosureRow = named(
  'GroupClosureRow',
  Type.Object({
    ancestorGroupId: id({ description: 'The group itself, or one above it.' }),
    groupId,
    depth: integer({ minimum: 0 }, { description: 'Steps from the ancestor down to the group; 0: itself.', example: 1 }),
    ancestorGroupName: text(200, { description: 'Name of the ancestor.', example: 'Product' }),
    groupName,
    updatedAt,
  }),
)
export type GroupClosureRow = Static<typeof GroupClosureRow>

export const DeskHistoryRow = named(
  'DeskHistoryRow',
  Type.Object({
    deskId: id({ description: 'The desk (a place).' }),
    validFrom,
    validTo,
    deskName: text(200, { description: 'Its name of today.', example: 'D-2-014' }),
    status,
    locationId,
    locationName,
    levelId,
    levelName,
    zoneId,
    zoneName,
    assignedUserId: optionalId('User that the desk was assigned to'),
    updatedAt,
  }),
)
export type DeskHistoryRow = Static<typeof DeskHistoryRow>

const shared = {
  method: 'GET',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  query: Type.Object({ ...formatParameter }),
  streamed: true,
} as const

/** Limits rows of history to those of one day. */
export const asOf = Type.Optional(
  dayParameter('Only rows that were valid on this day: validFrom is not after it, and validTo is null or after it'),
)

const historic = { ...shared, query: Type.Object({ asOf, ...formatParameter }) } as const

export const readGroupMembers = endpoint({
  ...historic,
  operation: 'readGroupMembers',
  audit: { none: 'Its rows have no names of people and nothing about what they do.' },
  path: '/v1/analytics/group-members',
  summary: 'Memberships of groups, with the days on which they were valid',
  description:
    'One row per user, group and membership, ordered by groupId, userId and validFrom. Days are those of the organization. A user belongs to a group on each day from validFrom up to and excluding validTo.',
  response: GroupMemberRow,
})

export const readGroupClosure = endpoint({
  ...shared,
  operation: 'readGroupClosure',
  audit: { none: 'Its rows have no people.' },
  path: '/v1/analytics/group-closure',
  summary: 'Every group with all groups above it',
  description:
    'One row per group and ancestor, the group itself among them, ordered by ancestorGroupId and groupId. It is the hierarchy of today.',
  response: GroupClosureRow,
})

export const readDeskHistory = endpoint({
  ...historic,
  operation: 'readDeskHistory',
  audit: { none: 'Its rows have no names of people and nothing about what they do.' },
  path: '/v1/analytics/desk-history',
  summary: 'Desks with their zone, assignee and status, and the days on which they were valid',
  description:
    'One row per desk and change, ordered by deskId and validFrom; the rows of a desk follow each other without a gap. Days are those of the building. Names are those of today.',
  response: DeskHistoryRow,
})
