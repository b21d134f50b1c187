import Type, { type Static } from 'typebox'
import { createdAt, optionalId, optionalName, status, updatedAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, named, OTHER_UUID_EXAMPLE, oneOf, optionalUuidInput, text } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { ALL_USERS, WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { changedStatus, idFilter, MIN_CHANGES, nameSearch, newId, newStatus, statusFilter } from './entity.ts'

/** The origin of a group: only its origin may change it (domain §2). */
export const GROUP_ORIGINS = ['administrator', 'attribute', 'hierarchy', 'provisioning'] as const

const groupName = text(200, { description: 'Unique per organization and type.', example: 'Engineering' })
const groupType = text(100, { description: 'Kind of group.', example: 'department' })
const parentGroup = optionalUuidInput({ description: 'The parent group; null: none.', example: OTHER_UUID_EXAMPLE })

export const Group = named(
  'Group',
  Type.Object({
    groupId: id({ description: 'The group.' }),
    groupName,
    groupType,
    parentGroupId: optionalId('The parent group'),
    parentGroupName: optionalName('Name of the parent group', 'Product'),
    origin: oneOf(GROUP_ORIGINS, { description: 'Where the group comes from; only its origin may change it.' }),
    status,
    createdAt,
    updatedAt,
  }),
)
export type Group = Static<typeof Group>

export const NewGroup = named(
  'NewGroup',
  Type.Object({ groupId: newId, groupName, groupType, parentGroupId: parentGroup, status: newStatus }),
)
export const GroupChanges = named(
  'GroupChanges',
  Type.Object(
    {
      groupName: Type.Optional(groupName),
      groupType: Type.Optional(groupType),
      parentGroupId: parentGroup,
      status: changedStatus,
    },
    MIN_CHANGES,
  ),
)

const shared = { tag: 'people', roles: AUTOMATION } as const
/** Path parameters of operations on one group. */
export const groupParams = Type.Object({ groupId: pathId('The group.') })

export const listGroups = endpoint({
  ...shared,
  operation: 'listGroups',
  method: 'GET',
  path: '/api/groups',
  people: ALL_USERS,
  summary: 'List groups',
  description: 'Ordered by type, then name. Filters with unknown values match nothing.',
  query: pageQuery({
    groupType: Type.Optional(text(100, { description: 'Only groups of this type.', example: 'department' })),
    status: statusFilter,
    parentGroupId: idFilter('Only direct children of this group.'),
    search: nameSearch('eng'),
  }),
  response: pageOf('GroupPage', Group),
})

export const getGroup = endpoint({
  ...shared,
  operation: 'getGroup',
  method: 'GET',
  path: '/api/groups/{groupId}',
  params: groupParams,
  people: ALL_USERS,
  summary: 'One group',
  description: 'The current state of the group.',
  response: Group,
  errors: ['entity_not_found'],
})

export const createGroup = endpoint({
  ...shared,
  operation: 'createGroup',
  audit: 'group.create',
  method: 'POST',
  path: '/api/groups',
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Add a group',
  description: 'Its origin is administrator. If the id already exists, nothing changes and the stored group is returned.',
  body: NewGroup,
  response: Group,
  status: 201,
  errors: ['entity_not_found', 'name_taken'],
})

export const updateGroup = endpoint({
  ...shared,
  operation: 'updateGroup',
  audit: 'group.update',
  method: 'PATCH',
  path: '/api/groups/{groupId}',
  params: groupParams,
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Change a group',
  description:
    'Only groups with origin administrator. For origin attribute only the status can change, and only to inactive while the group has no active member. A group cannot become its own ancestor.',
  body: GroupChanges,
  response: Group,
  errors: ['entity_not_found', 'name_taken', 'group_origin'],
})
