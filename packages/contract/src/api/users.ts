import Type, { type Static } from 'typebox'
import { createdAt, optionalId, optionalName, status, updatedAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { givenFields, shownFields } from '../entities/fields.ts'
import { USER_FIELDS } from '../entities/user-fields.ts'
import { flag, id, named, oneOf, optional, optionalUuidInput, text } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { userParams } from '../schema/params.ts'
import { ADMINISTRATORS, WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { changedStatus, idFilter, MIN_CHANGES, newId, newStatus, searchFilter, statusFilter } from './entity.ts'

/** Whether colleagues can see where a user is. */
export const VISIBILITIES = ['everyone', 'nobody'] as const

const userName = text(320, { description: 'UPN, unique per organization, compared exactly.', example: 'ada.byron@example.com' })
const onboarded = flag({ description: 'Whether the user has completed onboarding.' })
const visibility = oneOf(VISIBILITIES, { description: 'Which colleagues can see where the user is.' })

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
      description: 'Attributes by name, as sent by the HR system. POST /v1/user-attributes changes them.',
      examples: [{ department: 'Engineering' }],
    }),
    providerName: optionalName(
      'Name of the provider (SCIM) that owns the user: only it changes userName, first and last name, e-mail and status',
      'Entra ID',
    ),
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
  description: 'Ordered by userName, including leavers. Filters with unknown values match nothing.',
  query: pageQuery({
    status: statusFilter,
    primaryLocationId: idFilter('Only users with this primary location.'),
    groupId: idFilter('Only members of this group.'),
    search: searchFilter(
      'Prefix of userName, first name, last name, or first and last name separated by a space, in any letter case, with or without accents; or of the e-mail, in any letter case.',
      'byr',
    ),
  }),
  response: pageOf('UserPage', User),
})

export const getUser = endpoint({
  ...shared,
  operation: 'getUser',
  audit: { none: 'It shows the entry of the directory, and nothing about what the person does.' },
  method: 'GET',
  path: '/api/users/{userId}',
  params: userParams,
  people: ADMINISTRATORS,
  self: true,
  summary: 'One user',
  description: 'The current state of the user; `me` is the signed-in user.',
  response: User,
  errors: ['entity_not_found'],
})

export const createUser = endpoint({
  ...shared,
  operation: 'createUser',
  audit: 'user.create',
  method: 'POST',
  path: '/api/users',
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Add a user',
  description:
    'If the id already exists, nothing changes and the stored user is returned. To sign in, a user also needs an account.',
  body: NewUser,
  response: User,
  status: 201,
  errors: ['entity_not_found', 'name_taken', 'group_origin'],
})

export const updateUser = endpoint({
  ...shared,
  operation: 'updateUser',
  audit: 'user.update',
  method: 'PATCH',
  path: '/api/users/{userId}',
  params: userParams,
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Change a user',
  description:
    'A user who becomes inactive is signed out and loses bookings after today; history stays. Only global administrators may change userName, email and status of a user with an administrator role. Names, email and status of a user who comes from a provider (SCIM) change only there.',
  body: UserChanges,
  response: User,
  errors: [
    'entity_not_found',
    'name_taken',
    'last_administrator',
    'break_glass_missing',
    'user_erased',
    'user_origin',
    'group_origin',
  ],
})

export const updateProfile = endpoint({
  ...shared,
  operation: 'updateProfile',
  audit: 'user.update',
  method: 'PATCH',
  path: '/api/users/{userId}/profile',
  params: userParams,
  people: WORKPLACE_ADMINISTRATORS,
  self: true,
  summary: 'Change your own profile',
  description: 'Whether colleagues can see where the user is, and whether onboarding is complete.',
  body: ProfileChanges,
  response: User,
  errors: ['entity_not_found'],
})
