import Type, { type Static } from 'typebox'
import { status } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, list, named, nullable, oneOf, optional, optionalText, text, timestamp, UUID_EXAMPLE } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { userParams } from '../schema/params.ts'
import { ADMINISTRATOR_ROLES, ALL_USERS, GLOBAL_ADMINISTRATORS, USER_ROLES } from '../user-roles.ts'

/** Length limits of a password in characters (NIST SP 800-63B: length matters most). */
export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 200

export const password = (description: string) =>
  Type.String({ minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD, description, examples: ['correct horse battery'] })
export const givenPassword = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_PASSWORD, description, examples: ['correct horse battery'] })
export const userName = text(320, { description: 'userName of the user, compared exactly.', example: 'ada.byron@example.com' })

export const SignIn = named(
  'SignIn',
  Type.Object({
    userName,
    password: givenPassword('The password.'),
    organization: optionalText(200, {
      description:
        'Name of the organization. Needed only if several organizations have a user of this name; without it the password is tried against the three oldest accounts.',
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
    userId: nullable(id({ description: 'The signed-in user; null for a key.' })),
    userName: nullable(userName),
    firstName: nullable(text(200, { description: 'First name.', example: 'Ada' })),
    lastName: nullable(text(200, { description: 'Last name.', example: 'Byron' })),
    roles: list(oneOf(USER_ROLES, { description: 'A role.' }), {}, { description: 'Roles, including employee.' }),
    csrfToken: nullable(
      text(100, {
        description: 'Send it as X-CSRF-Token with every POST, PUT, PATCH and DELETE of this session; null for a key.',
        example: 'q0x7bq5vSg9rD1m0bqzKqg',
      }),
    ),
    expiresAt: nullable(timestamp({ description: 'When the session expires if it is not used again; null for a key.' })),
    passwordState: nullable(
      oneOf(['set', 'none', 'off'], {
        description:
          'Whether a password signs the user in: `none` if the account has none, `off` if the organization requires an identity provider, which turns off links and passkeys as well; null for a key.',
      }),
    ),
  }),
)
export type Session = Static<typeof Session>

const access = { tag: 'sessions', roles: AUTOMATION } as const

export const signIn = endpoint({
  operation: 'signIn',
  audit: 'session.create',
  method: 'POST',
  path: '/api/session',
  tag: 'sessions',
  roles: 'public',
  summary: 'Sign in',
  description:
    'Sets the session cookie. A wrong password and an unknown user get the same response. Repeated failures per user and address are slowed down; beyond a few waiting attempts the response is 429.',
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
  people: ALL_USERS,
  summary: 'Get the current session',
  description: 'The user of the session, or what the key may do.',
  response: Session,
})

export const Account = named(
  'Account',
  Type.Object({
    userId: id({ description: 'The user.' }),
    userName,
    roles: list(oneOf(USER_ROLES, { description: 'A role.' }), {}, { description: 'Roles, including employee.' }),
    hasPassword: flag({ description: 'Whether there is a password; if not, a link or a provider signs the user in.' }),
    isBreakGlass: flag({
      description: 'Whether the password works even if the organization requires an identity provider.',
      example: false,
    }),
    status,
    createdAt: timestamp({ description: 'When the account was created.' }),
    updatedAt: timestamp({ description: 'When the password or the roles last changed.' }),
  }),
)
export type Account = Static<typeof Account>

export const listAccounts = endpoint({
  ...access,
  operation: 'listAccounts',
  method: 'GET',
  path: '/api/accounts',
  people: GLOBAL_ADMINISTRATORS,
  summary: 'List accounts',
  description:
    'Users who may sign in, ordered by userName. Inactive users cannot sign in until they are active again. With userId, the list holds the account of that user, or nothing.',
  query: pageQuery({
    userId: Type.Optional(text(100, { description: 'Only the account of this user.', example: UUID_EXAMPLE })),
  }),
  response: pageOf('AccountPage', Account),
})

export const getAccount = endpoint({
  ...access,
  operation: 'getAccount',
  audit: { none: 'It shows name and roles, and nothing about what the person does.' },
  method: 'GET',
  path: '/api/users/{userId}/account',
  params: userParams,
  people: GLOBAL_ADMINISTRATORS,
  summary: 'The account of a user',
  description: 'A user without an account cannot sign in.',
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
        { description: 'Roles besides employee; they replace the current ones. Absent: unchanged.' },
      ),
    ),
    isBreakGlass: optional(
      flag({
        description:
          'Whether the password works even if the organization requires an identity provider, for emergencies. Absent: unchanged.',
        example: false,
      }),
    ),
  }),
)
export type AccountSettings = Static<typeof AccountSettings>

export const setAccount = endpoint({
  ...access,
  operation: 'setAccount',
  audit: 'account.set',
  method: 'PUT',
  path: '/api/users/{userId}/account',
  params: userParams,
  people: GLOBAL_ADMINISTRATORS,
  summary: 'Create or change the account of a user',
  description: 'A new password ends all sessions of the user.',
  body: AccountSettings,
  response: Account,
  errors: ['entity_not_found', 'user_inactive', 'conflict', 'last_administrator', 'break_glass_missing'],
})

export const removeAccount = endpoint({
  ...access,
  operation: 'removeAccount',
  audit: 'account.remove',
  method: 'DELETE',
  path: '/api/users/{userId}/account',
  params: userParams,
  people: GLOBAL_ADMINISTRATORS,
  summary: 'Remove the account of a user',
  description: 'Ends all sessions of the user, who can no longer sign in. The user itself stays.',
  response: Done,
  errors: ['entity_not_found', 'last_administrator', 'break_glass_missing'],
})
