import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { flag, named } from '../schema/atoms.ts'

export const SignInOptions = named(
  'SignInOptions',
  Type.Object({
    canResetByMail: flag({ description: 'Whether the service sends mail, and with it links to choose a new password.' }),
    canUsePasskeys: flag({ description: 'Whether people can sign in with a passkey.' }),
  }),
)
export type SignInOptions = Static<typeof SignInOptions>

export const getSignInOptions = endpoint({
  operation: 'getSignInOptions',
  method: 'GET',
  path: '/api/sign-in-options',
  tag: 'sessions',
  roles: 'public',
  summary: 'How people can sign in besides passwords',
  description: 'Lets a web page offer what the service can do. It says nothing about any person.',
  response: SignInOptions,
})
