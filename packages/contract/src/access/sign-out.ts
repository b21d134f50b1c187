import Type from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { named, nullable, text } from '../schema/atoms.ts'
import { ALL_USERS } from '../user-roles.ts'

export const SignedOut = named(
  'SignedOut',
  Type.Object({
    message: text(200, { description: 'What was done, in words.', example: 'Signed out' }),
    providerAddress: nullable(
      text(8000, {
        description: 'Where the browser goes to sign out at the identity provider as well; null: nowhere.',
        example: 'https://login.example.com/logout?client_id=rollcall',
      }),
    ),
  }),
)

export const signOut = endpoint({
  tag: 'sessions',
  roles: AUTOMATION,
  operation: 'signOut',
  audit: 'session.end',
  method: 'DELETE',
  path: '/api/session',
  people: ALL_USERS,
  summary: 'Sign out',
  description: 'Ends the session and removes its cookie. A bearer token stays valid.',
  response: SignedOut,
})
