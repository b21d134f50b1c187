import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, list, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathId, userParams } from '../schema/params.ts'
import { ALL_USERS, GLOBAL_ADMINISTRATORS } from '../user-roles.ts'

/** How a person signed in. */
export const SIGN_IN_METHODS = ['password', 'link', 'passkey', 'provider'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

export const UserSession = named(
  'UserSession',
  Type.Object({
    id: id({ description: 'The session.' }),
    createdAt: timestamp({ description: 'When you signed in.' }),
    lastUsedAt: timestamp({ description: 'When it was last used, to within five minutes.' }),
    expiresAt: timestamp({ description: 'When it ends if it is not used again.' }),
    address: nullable(text(500, { description: 'The address from which you signed in; null: unknown.', example: '203.0.113.7' })),
    userAgent: nullable(
      text(300, {
        description: 'The browser of that time, as it calls itself; null: unknown.',
        example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      }),
    ),
    signedInBy: nullable(
      oneOf(SIGN_IN_METHODS, {
        description: 'How: `link` is an invitation or a new password by mail, `provider` single sign-on; null: unknown.',
      }),
    ),
    providerName: nullable(
      text(100, { description: 'The identity provider of `provider`, as its button says; null otherwise.', example: 'Acme' }),
    ),
    isCurrent: flag({ description: 'Whether it is the session of this request.' }),
  }),
)
export type UserSession = Static<typeof UserSession>

export const UserSessions = named(
  'UserSessions',
  Type.Object({ items: list(UserSession, {}, { description: 'Your sessions, the most recently used first; at most 20.' }) }),
)

export type UserSessions = Static<typeof UserSessions>

const shared = { tag: 'sessions', roles: AUTOMATION } as const
const own = { ...shared, people: ALL_USERS } as const

export const listSessions = endpoint({
  ...own,
  operation: 'listSessions',
  method: 'GET',
  path: '/api/sessions',
  summary: 'List your sessions',
  description: 'Where you are signed in, since when and from where. A key has no sessions.',
  response: UserSessions,
})

export const endSession = endpoint({
  ...own,
  operation: 'endSession',
  audit: 'session.end',
  method: 'DELETE',
  path: '/api/sessions/{sessionId}',
  params: Type.Object({ sessionId: pathId('The session.') }),
  summary: 'Sign out one of your sessions',
  description: 'The browser that has the session is signed out at its next request.',
  response: Done,
  errors: ['entity_not_found'],
})

export const endSessions = endpoint({
  ...own,
  operation: 'endSessions',
  audit: 'session.end-all',
  method: 'DELETE',
  path: '/api/sessions',
  summary: 'Sign out everywhere',
  description: 'Ends all your sessions, including this one.',
  response: Done,
  errors: ['entity_not_found'],
})

export const endUserSessions = endpoint({
  ...shared,
  operation: 'endUserSessions',
  audit: 'session.end-all',
  method: 'DELETE',
  path: '/api/users/{userId}/sessions',
  params: userParams,
  people: GLOBAL_ADMINISTRATORS,
  summary: 'Sign a user out everywhere',
  description:
    'For a lost device. The user can sign in again; a new password or the removal of passkeys prevents others from it.',
  response: Done,
  errors: ['entity_not_found'],
})
