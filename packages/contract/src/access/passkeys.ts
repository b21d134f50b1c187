import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, integer, list, named, nullable, optionalText, text, timestamp } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathId, userParams } from '../schema/params.ts'
import { ALL_USERS, GLOBAL_ADMINISTRATORS } from '../user-roles.ts'
import { bytes, challenge, host, state } from './passkey-fields.ts'
import { MAX_PASSWORD, userName } from './session.ts'

/** Passkeys of one account. */
export const MAX_PASSKEYS = 20

const passkeyName = text(200, { description: 'A name by which you know it, such as that of the device.', example: 'Laptop' })

export const Passkey = named(
  'Passkey',
  Type.Object({
    id: id({ description: 'The passkey.' }),
    name: passkeyName,
    host: text(253, { description: 'The host for which it was made: it works nowhere else.', example: 'rollcall.example.com' }),
    isSynced: flag({ description: 'Whether the device copies it to your other devices.' }),
    createdAt: timestamp({ description: 'When it was added.' }),
    lastUsedAt: nullable(timestamp({ description: 'When you last signed in with it; null: never.' })),
  }),
)
export type Passkey = Static<typeof Passkey>

export const Passkeys = named(
  'Passkeys',
  Type.Object({ items: list(Passkey, {}, { description: `Your passkeys by name; at most ${MAX_PASSKEYS}.` }) }),
)

export const PasskeyCreation = named(
  'PasskeyCreation',
  Type.Object({
    state,
    challenge,
    host,
    userHandle: bytes(100, 'What the device stores as user.id.'),
    userName,
    displayName: text(500, { description: 'Name of the person.', example: 'Ada Byron' }),
    algorithms: list(
      integer({}, { description: 'A COSE algorithm.', example: -7 }),
      {},
      { description: 'The algorithms that the service can verify, the best first.' },
    ),
    existingIds: list(
      bytes(2000, 'A credential id.'),
      {},
      { description: 'Credentials of this account: a device with one of them refuses.' },
    ),
  }),
)
export type PasskeyCreation = Static<typeof PasskeyCreation>

const shared = { tag: 'sessions', roles: AUTOMATION } as const
const own = { ...shared, people: ALL_USERS } as const
const passkeyParams = Type.Object({ passkeyId: pathId('The passkey.') })

export const listPasskeys = endpoint({
  ...own,
  operation: 'listPasskeys',
  method: 'GET',
  path: '/api/passkeys',
  summary: 'List your passkeys',
  description: 'Passkeys with which you can sign in instead of a password. A key has none.',
  response: Passkeys,
})

export const startPasskey = endpoint({
  ...own,
  operation: 'startPasskey',
  audit: { none: 'It makes a challenge, and changes nothing.' },
  method: 'POST',
  path: '/api/passkey-challenge',
  summary: 'Start to add a passkey',
  description: 'What a browser needs to ask a device for a passkey (WebAuthn Level 3).',
  response: PasskeyCreation,
  errors: ['passkeys_unavailable', 'entity_not_found', 'single_sign_on_required'],
})

export const NewPasskey = named(
  'NewPasskey',
  Type.Object({
    state,
    name: passkeyName,
    currentPassword: optionalText(MAX_PASSWORD, {
      description: 'Your password; needed if the account has one, so that a browser left open is not enough.',
      example: 'correct horse battery',
    }),
    credentialId: bytes(2000, 'The id of the credential.'),
    clientDataJson: bytes(4000, 'clientDataJSON of the response, as base64url.'),
    attestationObject: bytes(20_000, 'attestationObject of the response, as base64url.'),
    transports: list(
      text(30, { description: 'A transport.', example: 'internal' }),
      { maxItems: 10 },
      { description: 'How browsers may reach the device.' },
    ),
  }),
)
export type NewPasskey = Static<typeof NewPasskey>

export const createPasskey = endpoint({
  ...own,
  operation: 'createPasskey',
  audit: 'passkey.create',
  method: 'POST',
  path: '/api/passkeys',
  summary: 'Add a passkey',
  description: 'Verifies what the device answered and adds the passkey to your account.',
  body: NewPasskey,
  response: Passkey,
  status: 201,
  errors: [
    'passkeys_unavailable',
    'passkey_invalid',
    'sign_in_failed',
    'too_many_attempts',
    'entity_not_found',
    'conflict',
    'single_sign_on_required',
  ],
})

export const PasskeyChange = named('PasskeyChange', Type.Object({ name: passkeyName }))

export const updatePasskey = endpoint({
  ...own,
  operation: 'updatePasskey',
  audit: 'passkey.update',
  method: 'PATCH',
  path: '/api/passkeys/{passkeyId}',
  params: passkeyParams,
  summary: 'Rename a passkey',
  description: 'Changes the name by which you know it.',
  body: PasskeyChange,
  response: Passkey,
  errors: ['entity_not_found'],
})

export const removePasskey = endpoint({
  ...own,
  operation: 'removePasskey',
  audit: 'passkey.remove',
  method: 'DELETE',
  path: '/api/passkeys/{passkeyId}',
  params: passkeyParams,
  summary: 'Remove a passkey',
  description: 'It no longer signs you in. Sessions that it started stay.',
  response: Done,
  errors: ['entity_not_found'],
})

export const removeUserPasskeys = endpoint({
  ...shared,
  operation: 'removeUserPasskeys',
  audit: 'passkey.remove',
  method: 'DELETE',
  path: '/api/users/{userId}/passkeys',
  params: userParams,
  people: GLOBAL_ADMINISTRATORS,
  summary: 'Remove all passkeys of a user',
  description: 'For a lost device. Ends all sessions of the user, who signs in with the password or a new link.',
  response: Done,
  errors: ['entity_not_found'],
})
