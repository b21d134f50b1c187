import Type, { type Static } from 'typebox'
import { ADMINISTRATORS, EVERYBODY, KEEPERS } from '../access/user-roles.ts'
import { levelId, levelName, locationId, locationName, optionalName, status, zoneId, zoneName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, list, named, oneOf, text, uuidInput } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId, pathUserId } from '../schema/params.ts'
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
    origin: oneOf(['administrator', 'attribute'], {
      description: 'Who made the user a member; an attribute takes it back by itself.',
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
  description: 'In the order of their ids, leavers included. GET /api/users?groupId= gives them by name.',
  query: pageQuery({}),
  response: pageOf('GroupMemberPage', GroupMember),
  errors: ['entity_not_found'],
})

const memberParams = Type.Object({ groupId: pathId('The group.'), userId: pathUserId })

export const addGroupMember = endpoint({
  ...shared,
  operation: 'addGroupMember',
  method: 'PUT',
  path: '/api/groups/{groupId}/members/{userId}',
  params: memberParams,
  people: KEEPERS,
  summary: 'Make a user a member of a group',
  description: 'Whatever the origin of the group. Who is a member already stays one, as they are.',
  response: Done,
  errors: ['entity_not_found'],
})

export const removeGroupMember = endpoint({
  ...shared,
  operation: 'removeGroupMember',
  method: 'DELETE',
  path: '/api/groups/{groupId}/members/{userId}',
  params: memberParams,
  people: KEEPERS,
  summary: 'End a membership of a group',
  description: 'A primary group is not primary any more. A membership that an attribute gave ends with the attribute only.',
  response: Done,
  errors: ['entity_not_found', 'group_origin'],
})

/** Zones that one group may have. */
export const MAX_GROUP_ZONES = 1000

export const GroupZones = named(
  'GroupZones',
  Type.Object({
    groupId: id({ description: 'The group.' }),
    items: list(
      Type.Object({ zoneId, zoneName, levelId, levelName, locationId, locationName }),
      {},
      { description: 'Zones where members are booked automatically, in the order of building, level and name.' },
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
      { description: 'All zones of the group, instead of those so far.' },
    ),
  }),
)

export const getGroupZones = endpoint({
  ...shared,
  operation: 'getGroupZones',
  method: 'GET',
  path: '/api/groups/{groupId}/zones',
  params: groupParams,
  people: EVERYBODY,
  summary: 'Zones of a group',
  description: 'Where the nightly booking seats its members first.',
  response: GroupZones,
  errors: ['entity_not_found'],
})

export const setGroupZones = endpoint({
  ...shared,
  operation: 'setGroupZones',
  method: 'PUT',
  path: '/api/groups/{groupId}/zones',
  params: groupParams,
  people: KEEPERS,
  summary: 'Give zones to a group',
  description: 'Replaces the whole list, of any origin of the group. Bookings that were made stay.',
  body: NewGroupZones,
  response: GroupZones,
  errors: ['entity_not_found'],
})
