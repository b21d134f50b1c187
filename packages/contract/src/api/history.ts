import Type, { type Static } from 'typebox'
import { levelId, levelName, locationName, optionalId, optionalName, status, zoneId, zoneName } from '../datasets/columns.ts'
import { asOf, validFrom, validTo } from '../datasets/history.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, integer, named, text } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId, userParams } from '../schema/params.ts'
import { ADMINISTRATORS } from '../user-roles.ts'
import { groupParams } from './groups.ts'

const shared = { method: 'GET', roles: AUTOMATION, people: ADMINISTRATORS, errors: ['entity_not_found'] } as const
const groupName = text(200, { description: 'Its name of today.', example: 'Engineering' })

export const DeskPeriod = named(
  'DeskPeriod',
  Type.Object({
    validFrom,
    validTo,
    zoneId,
    zoneName,
    levelId,
    levelName,
    assignedUserId: optionalId('User that the desk was assigned to'),
    assignedUserName: optionalName('UPN of this user', 'ada.byron@example.com', 320),
    status,
  }),
)
export type DeskPeriod = Static<typeof DeskPeriod>

export const listDeskHistory = endpoint({
  ...shared,
  operation: 'listDeskHistory',
  path: '/api/places/{placeId}/history',
  tag: 'places',
  params: Type.Object({ placeId: pathId('The desk.') }),
  summary: 'History of a desk',
  description:
    'Its zone, assignee and status, the newest first; the periods follow each other without a gap. Days are those of the building, names those of today.',
  query: pageQuery({ asOf }),
  response: pageOf('DeskPeriodPage', DeskPeriod),
})

export const LocationPeriod = named(
  'LocationPeriod',
  Type.Object({
    validFrom,
    validTo,
    locationName,
    status,
    capacity: integer(
      { minimum: 0 },
      { description: 'Desks and places in neighborhoods that could be booked: zones and levels in use.', example: 240 },
    ),
  }),
)
export type LocationPeriod = Static<typeof LocationPeriod>

export const listLocationHistory = endpoint({
  ...shared,
  operation: 'listLocationHistory',
  path: '/api/locations/{locationId}/history',
  tag: 'places',
  params: Type.Object({ locationId: pathId('The building.') }),
  summary: 'History of a building',
  description:
    'Its name, status and capacity, the newest first; the periods follow each other without a gap. Figures of the past divide by this capacity. Days are those of the building.',
  query: pageQuery({ asOf }),
  response: pageOf('LocationPeriodPage', LocationPeriod),
})

export const PastMember = named(
  'PastMember',
  Type.Object({
    userId: id({ description: 'The member.' }),
    userName: text(320, { description: 'UPN of the member.', example: 'ada.byron@example.com' }),
    firstName: optionalName('First name', 'Ada'),
    lastName: optionalName('Last name', 'Byron'),
    status,
    validFrom,
    validTo,
  }),
)
export type PastMember = Static<typeof PastMember>

export const listMemberHistory = endpoint({
  ...shared,
  operation: 'listMemberHistory',
  path: '/api/groups/{groupId}/member-history',
  tag: 'people',
  params: groupParams,
  summary: 'Memberships of a group, past ones included',
  description:
    'One item per user and membership, ordered by userName and validFrom; with `asOf` the members of that day. Days are those of the organization.',
  query: pageQuery({ asOf }),
  response: pageOf('PastMemberPage', PastMember),
})

export const PastGroup = named(
  'PastGroup',
  Type.Object({
    groupId: id({ description: 'The group.' }),
    groupName,
    groupType: text(100, { description: 'Kind of group.', example: 'department' }),
    validFrom,
    validTo,
  }),
)
export type PastGroup = Static<typeof PastGroup>

export const listUserGroupHistory = endpoint({
  ...shared,
  operation: 'listUserGroupHistory',
  audit: { none: 'It shows the groups of the directory, and nothing about what the person does.' },
  path: '/api/users/{userId}/group-history',
  tag: 'people',
  params: userParams,
  self: true,
  summary: 'Groups of a user, past ones included',
  description: 'One item per membership, the newest first. Days are those of the organization.',
  query: pageQuery({ asOf }),
  response: pageOf('PastGroupPage', PastGroup),
})
