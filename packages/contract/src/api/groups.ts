import Type, { type Static } from 'typebox'
import { EVERYBODY, KEEPERS } from '../access/user-roles.ts'
import { createdAt, optionalId, optionalName, status, updatedAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, named, oneOf, optionalUuidInput, text } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { changedStatus, idFilter, MIN_CHANGES, newId, newStatus, searchFilter, statusFilter } from './entity.ts'

/** Where a group came from: only its origin may change it (domain §2). */
export const GROUP_ORIGINS = ['administrator', 'attribute', 'hierarchy'] as const

const groupName = text(200, { description: 'Unique per organization and type.', example: 'Engineering' })
const groupType = text(100, { description: 'Kind of group.', example: 'department' })
const parentGroup = optionalUuidInput({ description: 'The group above; null: none.' })

export const Group = named(
  'Group',
  Type.Object({
    groupId: id({ description: 'The group.' }),
    groupName,
    groupType,
    parentGroupId: optionalId('The group above'),
    parentGroupName: optionalName('Name of the group above', 'Product'),
    origin: oneOf(GROUP_ORIGINS, { description: 'Where it came from; only its origin may change it.' }),
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
/** Parameters of a path that names a group. */
export const groupParams = Type.Object({ groupId: pathId('The group.') })

export const listGroups = endpoint({
  ...shared,
  operation: 'listGroups',
  method: 'GET',
  path: '/api/groups',
  people: EVERYBODY,
  summary: 'List groups',
  description: 'Type by type, each in the order of names. Filters that name nothing known match nothing.',
  query: pageQuery({
    groupType: Type.Optional(text(100, { description: 'Only those of this type.', example: 'department' })),
    status: statusFilter,
    parentGroupId: idFilter('Only those directly below this group.'),
    search: searchFilter('How the name begins, in any letter case.', 'eng'),
  }),
  response: pageOf('GroupPage', Group),
})

export const getGroup = endpoint({
  ...shared,
  operation: 'getGroup',
  method: 'GET',
  path: '/api/groups/{groupId}',
  params: groupParams,
  people: EVERYBODY,
  summary: 'One group',
  description: 'The group as it is now.',
  response: Group,
  errors: ['entity_not_found'],
})

export const createGroup = endpoint({
  ...shared,
  operation: 'createGroup',
  method: 'POST',
  path: '/api/groups',
  people: KEEPERS,
  summary: 'Add a group',
  description: 'Its origin is administrator. With an id that is known already, nothing changes and the stored one is answered.',
  body: NewGroup,
  response: Group,
  status: 201,
  errors: ['entity_not_found', 'name_taken'],
})

export const updateGroup = endpoint({
  ...shared,
  operation: 'updateGroup',
  method: 'PATCH',
  path: '/api/groups/{groupId}',
  params: groupParams,
  people: KEEPERS,
  summary: 'Change a group',
  description:
    'Only groups of the origin administrator; of one of the origin attribute the status, which becomes inactive only while no active user belongs to it. No group can come to stand above itself.',
  body: GroupChanges,
  response: Group,
  errors: ['entity_not_found', 'name_taken', 'group_origin'],
})
