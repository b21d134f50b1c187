import Type, { type Static } from 'typebox'
import { levelId, levelName, locationId, locationName, optionalName, status, zoneId, zoneName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, list, named, oneOf, text, uuidInput } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId, pathUserId } from '../schema/params.ts'
import { ADMINISTRATORS, ALL_USERS, WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { groupParams } from './groups.ts'

const shared = { tag: 'people', roles: AUTOMATION } as const

export const GroupMember = named(
  'GroupMember',
  Type.Object({
    userId: id({ description: 'The member.' }),
    userName: text(320, { description: 'UPN of the member.', example: 'ada.byron@example.com' }),
    firstName: optionalName('First name', 'Ada'),
    lastName: optionalName('Last name', 'Byron'),
    status,
    origin: oneOf(['administrator', 'attribute', 'provisioning'], {
      description:
        'The origin of the membership. A membership from an attribute ends with the attribute; only the provider changes the members of its groups.',
    }),
  }),
)
export type GroupMember = Static<typeof GroupMember>

export const listGroupMembers = endpoint({
  ...shared,
  operation: 'listGroupMembers',
  method: 'GET',
  path: '/api/groups/{groupId}/members',
  params: groupParams,
  people: ADMINISTRATORS,
  summary: 'Members of a group',
  description: 'Ordered by id, including leavers. GET /api/users?groupId= orders them by name.',
  query: pageQuery({}),
  response: pageOf('GroupMemberPage', GroupMember),
  errors: ['entity_not_found'],
})

const memberParams = Type.Object({ groupId: pathId('The group.'), userId: pathUserId })

export const addGroupMember = endpoint({
  ...shared,
  operation: 'addGroupMember',
  audit: 'group.member-add',
  method: 'PUT',
  path: '/api/groups/{groupId}/members/{userId}',
  params: memberParams,
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Add a user to a group',
  description: 'Works for groups of any origin. An existing membership stays unchanged.',
  response: Done,
  errors: ['entity_not_found', 'group_origin'],
})

export const removeGroupMember = endpoint({
  ...shared,
  operation: 'removeGroupMember',
  audit: 'group.member-remove',
  method: 'DELETE',
  path: '/api/groups/{groupId}/members/{userId}',
  params: memberParams,
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Remove a user from a group',
  description:
    'If it was the primary group, the user has none afterwards. A membership from an attribute can only end with the attribute.',
  response: Done,
  errors: ['entity_not_found', 'group_origin'],
})

/** Maximum number of zones of a group. */
export const MAX_GROUP_ZONES = 1000

export const GroupZones = named(
  'GroupZones',
  Type.Object({
    groupId: id({ description: 'The group.' }),
    version: text(64, {
      description: 'Changes with the list; its ETag is this text in quotation marks.',
      example: '9f86d081884c7d65',
    }),
    items: list(
      Type.Object({ zoneId, zoneName, levelId, levelName, locationId, locationName }),
      {},
      { description: 'Zones in which members are booked automatically, ordered by building, level and name.' },
    ),
  }),
)
export type GroupZones = Static<typeof GroupZones>

export const NewGroupZones = named(
  'NewGroupZones',
  Type.Object({
    zoneIds: list(
      uuidInput({ description: 'A zone.' }),
      { maxItems: MAX_GROUP_ZONES },
      { description: 'All zones of the group; they replace the current ones.' },
    ),
  }),
)

export const getGroupZones = endpoint({
  ...shared,
  operation: 'getGroupZones',
  method: 'GET',
  path: '/api/groups/{groupId}/zones',
  params: groupParams,
  people: ALL_USERS,
  summary: 'Zones of a group',
  description: 'The zones in which the nightly booking places members first. Sends an ETag, for `If-Match` of a change.',
  response: GroupZones,
  errors: ['entity_not_found'],
})

export const setGroupZones = endpoint({
  ...shared,
  operation: 'setGroupZones',
  audit: 'group.zones',
  method: 'PUT',
  path: '/api/groups/{groupId}/zones',
  params: groupParams,
  people: WORKPLACE_ADMINISTRATORS,
  conditional: true,
  summary: 'Set the zones of a group',
  description: 'Replaces the whole list. Works for groups of any origin. Existing bookings stay.',
  body: NewGroupZones,
  response: GroupZones,
  errors: ['entity_not_found', 'precondition_failed'],
})
