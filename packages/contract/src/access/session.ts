import Type, { type Static } from 'typebox'
import { status } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, list, named, nullable, oneOf, optional, optionalText, text, timestamp } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { userParams } from '../schema/params.ts'
import { ADMINISTRATOR_ROLES, EVERYBODY, OWNERS, USER_ROLES } from './user-roles.ts'

/** Lengths of a password, in characters (NIST SP 800-63B: length is what counts). */
export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 200

export const password = (description: string) =>
  Type.String({ minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD, description, examples: ['correct horse battery'] })
const givenPassword = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_PASSWORD, description, examples: ['correct horse battery'] })
export const userName = text(320, { description: 'userName of the user, compared exactly.', example: 'ada.byron@example.com' })

export const SignIn = named(
  'SignIn',
  Type.Object({
    userName,
    password: givenPassword('The password.'),
    organization: optionalText(200, {
      description:
        'Name of the organization; needed only where several have a user of this name: without it the password is tried against the three oldest accounts.',
      example: 'Example Ltd',
    }),
  }),
)
export type SignIn = Static<typeof SignIn>

export const Session = named(
  'Session',
  Type.Object({
    organizationId: id({ description: 'The organization.' }),
    organizationName: text(200, { description: 'Its name.', example: 'Example Ltd' }),
    userId: nullable(id({ description: 'Who is signed in; null for a key.' })),
    userName: nullable(userName),
    firstName: nullable(text(200, { description: 'First name.', example: 'Ada' })),
    lastName: nullable(text(200, { description: 'Last name.', example: 'Byron' })),
    roles: list(oneOf(USER_ROLES, { description: 'What they may do.' }), {}, { description: 'Roles, employee included.' }),
    csrfToken: nullable(
      text(100, {
        description: 'Send it as X-CSRF-Token with every POST, PUT, PATCH and DELETE of this session; null for a key.',
        example: 'q0x7bq5vSg9rD1m0bqzKqg',
      }),
    ),
    expiresAt: nullable(timestamp({ description: 'When the session ends if nothing more is asked of it; null for a key.' })),
  }),
)
export type Session = Static<typeof Session>

const access = { tag: 'sessions', roles: AUTOMATION } as const

export const signIn = endpoint({
  operation: 'signIn',
  method: 'POST',
  path: '/api/session',
  tag: 'sessions',
  roles: 'public',
  summary: 'Sign in',
  description:
    'Sets the session cookie. A wrong password and an unknown user answer alike; repeated failures per user and address are slowed down, and 429 answers what goes beyond a few attempts that wait.',
  body: SignIn,
  response: Session,
  status: 201,
  errors: ['sign_in_failed', 'too_many_attempts', 'blocked'],
})

export const getSession = endpoint({
  ...access,
  operation: 'getSession',
  method: 'GET',
  path: '/api/session',
  people: EVERYBODY,
  summary: 'Who is signed in',
  description: 'The user of the session, or what the key may do.',
  response: Session,
})

export const signOut = endpoint({
  ...access,
  operation: 'signOut',
  method: 'DELETE',
  path: '/api/session',
  people: EVERYBODY,
  summary: 'Sign out',
  description: 'Ends the session and removes its cookie. A bearer token is not touched.',
  response: Done,
})

export const PasswordChange = named(
  'PasswordChange',
  Type.Object({
    currentPassword: givenPassword('The password so far.'),
    newPassword: password(`At least ${MIN_PASSWORD} characters.`),
  }),
)

export const changePassword = endpoint({
  ...access,
  operation: 'changePassword',
  method: 'PUT',
  path: '/api/session/password',
  people: EVERYBODY,
  summary: 'Change the own password',
  description: 'All other sessions of the user end.',
  body: PasswordChange,
  response: Done,
  errors: ['sign_in_failed', 'too_many_attempts', 'entity_not_found'],
})

export const Account = named(
  'Account',
  Type.Object({
    userId: id({ description: 'The user.' }),
    userName,
    roles: list(oneOf(USER_ROLES, { description: 'A role.' }), {}, { description: 'Roles, employee included.' }),
    status,
    createdAt: timestamp({ description: 'Since when the user may sign in.' }),
    updatedAt: timestamp({ description: 'When password or roles last changed.' }),
  }),
)
export type Account = Static<typeof Account>

export const listAccounts = endpoint({
  ...access,
  operation: 'listAccounts',
  method: 'GET',
  path: '/api/accounts',
  people: OWNERS,
  summary: 'List accounts',
  description: 'Who may sign in, in the order of userNames. Inactive users among them cannot until they are active again.',
  query: pageQuery({}),
  response: pageOf('AccountPage', Account),
})

export const getAccount = endpoint({
  ...access,
  operation: 'getAccount',
  method: 'GET',
  path: '/api/users/{userId}/account',
  params: userParams,
  people: OWNERS,
  summary: 'The account of a user',
  description: 'Who has none cannot sign in.',
  response: Account,
  errors: ['entity_not_found'],
})

export const AccountSettings = named(
  'AccountSettings',
  Type.Object({
    password: optional(password(`At least ${MIN_PASSWORD} characters; needed for a new account.`)),
    roles: optional(
      list(
        oneOf(ADMINISTRATOR_ROLES, { description: 'A role.', example: 'bookings-administrator' }),
        { maxItems: ADMINISTRATOR_ROLES.length },
        { description: 'Roles besides employee; they replace those so far. Absent: as they are.' },
      ),
    ),
  }),
)
export type AccountSettings = Static<typeof AccountSettings>

export const setAccount = endpoint({
  ...access,
  operation: 'setAccount',
  method: 'PUT',
  path: '/api/users/{userId}/account',
  params: userParams,
  people: OWNERS,
  summary: 'Let a user sign in',
  description: 'Makes or changes the account. A new password ends all sessions of the user.',
  body: AccountSettings,
  response: Account,
  errors: ['entity_not_found', 'user_inactive', 'last_administrator'],
})

export const removeAccount = endpoint({
  ...access,
  operation: 'removeAccount',
  method: 'DELETE',
  path: '/api/users/{userId}/account',
  params: userParams,
  people: OWNERS,
  summary: 'Let a user no longer sign in',
  description: 'Ends all sessions of the user; the user stays.',
  response: Done,
  errors: ['entity_not_found', 'last_administrator'],
})
