import Type, { type Static } from 'typebox'
import { ADMINISTRATORS, KEEPERS } from '../access/user-roles.ts'
import { createdAt, optionalId, optionalName, status, updatedAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { givenFields, shownFields } from '../entities/fields.ts'
import { USER_FIELDS } from '../entities/user-fields.ts'
import { flag, id, named, oneOf, optional, optionalUuidInput, text } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { userParams } from '../schema/params.ts'
import { changedStatus, idFilter, MIN_CHANGES, newId, newStatus, searchFilter, statusFilter } from './entity.ts'

/** Whether colleagues see where somebody is. */
export const VISIBILITIES = ['everyone', 'nobody'] as const

const userName = text(320, { description: 'UPN, unique per organization, compared exactly.', example: 'ada.byron@example.com' })
const onboarded = flag({ description: 'Whether the user has set themselves up.' })
const visibility = oneOf(VISIBILITIES, { description: 'Who among colleagues sees where the user is.' })

export const User = named(
  'User',
  Type.Object({
    userId: id({ description: 'The user.' }),
    userName,
    ...shownFields(USER_FIELDS),
    status,
    onboarded,
    visibility,
    primaryLocationId: optionalId('Primary location'),
    primaryLocationName: optionalName('Name of the primary location', 'Berlin Mitte'),
    primaryGroupId: optionalId('Primary group'),
    primaryGroupName: optionalName('Name of the primary group', 'Engineering'),
    attributes: Type.Record(Type.String(), Type.String(), {
      description: 'Attributes by name, as the HR system sent them; they change through POST /v1/user-attributes.',
      examples: [{ department: 'Engineering' }],
    }),
    createdAt,
    updatedAt,
  }),
)
export type User = Static<typeof User>

const details = {
  ...givenFields(USER_FIELDS),
  primaryLocationId: optionalUuidInput({ description: 'Where the user works unless a plan says otherwise.' }),
  primaryGroupId: optionalUuidInput({ description: 'Primary group; the user becomes a member of it.' }),
}

const ownChanges = { onboarded: Type.Optional(onboarded), visibility: Type.Optional(visibility) }

export const NewUser = named(
  'NewUser',
  Type.Object({
    userId: newId,
    userName,
    ...details,
    onboarded: optional(onboarded),
    visibility: optional(visibility),
    status: newStatus,
  }),
)
export const UserChanges = named(
  'UserChanges',
  Type.Object({ userName: Type.Optional(userName), ...details, ...ownChanges, status: changedStatus }, MIN_CHANGES),
)
export const ProfileChanges = named('ProfileChanges', Type.Object(ownChanges, MIN_CHANGES))

const shared = { tag: 'people', roles: AUTOMATION } as const

export const listUsers = endpoint({
  ...shared,
  operation: 'listUsers',
  method: 'GET',
  path: '/api/users',
  people: ADMINISTRATORS,
  summary: 'List users',
  description: 'In the order of their userNames, leavers included. Filters that name nothing known match nothing.',
  query: pageQuery({
    status: statusFilter,
    primaryLocationId: idFilter('Only those whose primary location it is.'),
    groupId: idFilter('Only members of this group.'),
    search: searchFilter(
      'How userName, e-mail, first or last name begins, or first and last name with a space between, in any letter case.',
      'byr',
    ),
  }),
  response: pageOf('UserPage', User),
})

export const getUser = endpoint({
  ...shared,
  operation: 'getUser',
  method: 'GET',
  path: '/api/users/{userId}',
  params: userParams,
  people: ADMINISTRATORS,
  self: true,
  summary: 'One user',
  description: 'The user as they are now; `me` is whoever is signed in.',
  response: User,
  errors: ['entity_not_found'],
})

export const createUser = endpoint({
  ...shared,
  operation: 'createUser',
  method: 'POST',
  path: '/api/users',
  people: KEEPERS,
  summary: 'Add a user',
  description:
    'With an id that is known already, nothing changes and the stored one is answered. To sign in they need an account as well.',
  body: NewUser,
  response: User,
  status: 201,
  errors: ['entity_not_found', 'name_taken'],
})

export const updateUser = endpoint({
  ...shared,
  operation: 'updateUser',
  method: 'PATCH',
  path: '/api/users/{userId}',
  params: userParams,
  people: KEEPERS,
  summary: 'Change a user',
  description:
    'Who becomes inactive is signed out and loses the bookings after today; history stays. Of whoever has an administrator role, global administrators alone change userName and status.',
  body: UserChanges,
  response: User,
  errors: ['entity_not_found', 'name_taken', 'last_administrator', 'user_erased'],
})

export const updateProfile = endpoint({
  ...shared,
  operation: 'updateProfile',
  method: 'PATCH',
  path: '/api/users/{userId}/profile',
  params: userParams,
  people: KEEPERS,
  self: true,
  summary: 'Change what users decide for themselves',
  description: 'Whether colleagues see where the user is, and that they have set themselves up.',
  body: ProfileChanges,
  response: User,
  errors: ['entity_not_found'],
})
