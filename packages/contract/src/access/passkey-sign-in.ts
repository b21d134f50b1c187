import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { named } from '../schema/atoms.ts'
import { bytes, challenge, host, state } from './passkey-fields.ts'
import { Session } from './session.ts'

export const PasskeyChallenge = named('PasskeyChallenge', Type.Object({ state, challenge, host }))
export type PasskeyChallenge = Static<typeof PasskeyChallenge>

export const startPasskeySignIn = endpoint({
  operation: 'startPasskeySignIn',
  audit: { none: 'It makes a challenge, and changes nothing.' },
  method: 'POST',
  path: '/api/session/passkey/challenge',
  tag: 'sessions',
  roles: 'public',
  summary: 'Start to sign in with a passkey',
  description: 'What a browser needs to ask a device for a signature. The person chooses the passkey, and no name is sent.',
  response: PasskeyChallenge,
  errors: ['passkeys_unavailable'],
})

export const PasskeySignIn = named(
  'PasskeySignIn',
  Type.Object({
    state,
    credentialId: bytes(2000, 'The id of the credential.'),
    clientDataJson: bytes(4000, 'clientDataJSON of the response, as base64url.'),
    authenticatorData: bytes(4000, 'authenticatorData of the response, as base64url.'),
    signature: bytes(4000, 'signature of the response, as base64url.'),
    userHandle: bytes(100, 'userHandle of the response, as base64url.'),
  }),
)
export type PasskeySignIn = Static<typeof PasskeySignIn>

export const signInWithPasskey = endpoint({
  operation: 'signInWithPasskey',
  audit: 'session.create',
  method: 'POST',
  path: '/api/session/passkey',
  tag: 'sessions',
  roles: 'public',
  summary: 'Sign in with a passkey',
  description: 'Verifies the signature of the device, and sets the session cookie. A challenge works once.',
  body: PasskeySignIn,
  response: Session,
  status: 201,
  errors: ['passkeys_unavailable', 'sign_in_failed', 'blocked', 'too_many_attempts'],
})
