import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { SUBMITTERS } from '../roles.ts'
import { flag, list, named, oneOf, optionalText, text } from '../schema/atoms.ts'

/** Maximum number of updates per call and of credentials per update (contract §3.3). */
export const MAX_CREDENTIAL_UPDATES = 100
export const MAX_CREDENTIALS = 100
/** Maximum number of scan data per credential, and their maximum length. */
export const MAX_SCAN_DATA = 20
export const MAX_SCAN_DATUM = 256

/** A list; a single string counts as a list of one (contract §3.3). */
const scanData = Type.Optional(
  Type.Unsafe<string | string[] | null>({
    type: ['array', 'string', 'null'],
    items: text(MAX_SCAN_DATUM, { description: 'A value that readers report.', example: '100:1234567890' }),
    maxItems: MAX_SCAN_DATA,
    maxLength: MAX_SCAN_DATUM,
    description:
      'Values that readers report for the card if they differ from the card number. A single string counts as a list of one.',
    examples: [['100:1234567890']],
  }),
)

const cardNumber = text(128, { description: 'Number of the card, within its facility code.', example: '0004711' })

export const AccessCredential = named(
  'AccessCredential',
  Type.Object({
    active: flag({ description: 'false retires the card.' }),
    cardNumber,
    facilityCode: optionalText(128, { description: 'Facility code; absent and empty mean the same.', example: '12' }),
    scanData,
    credentialType: text(64, { description: 'Kind of credential, as named by the source.', example: 'badge' }),
  }),
)
export type AccessCredential = Static<typeof AccessCredential>

export const AccessCredentialUpdate = named(
  'AccessCredentialUpdate',
  Type.Object({
    username: text(320, { description: 'userName of the holder, compared exactly.', example: 'ada.byron@example.com' }),
    updateId: text(256, { description: 'Id of the update, repeated in the response.', example: 'update-1' }),
    credentials: list(
      AccessCredential,
      { maxItems: MAX_CREDENTIALS },
      {
        description:
          'Cards to set; other cards stay unchanged. The list may be empty, so that an export may include people without cards.',
      },
    ),
  }),
)
export type AccessCredentialUpdate = Static<typeof AccessCredentialUpdate>

export const AccessCredentialsRequest = named(
  'AccessCredentialsRequest',
  Type.Object({
    data: list(
      AccessCredentialUpdate,
      { maxItems: MAX_CREDENTIAL_UPDATES },
      { description: 'Updates, applied in order; may be empty.' },
    ),
  }),
)
export type AccessCredentialsRequest = Static<typeof AccessCredentialsRequest>

export const CREDENTIAL_RESULTS = ['OK', 'PARTIAL_UPDATE', 'CARD_UPDATE_FAILED', 'USER_NOT_FOUND'] as const
export type CredentialResult = (typeof CREDENTIAL_RESULTS)[number]

const message = Type.String({ description: 'Text for people. Never names the holder.', examples: ['Updated'] })

export const AccessCredentialUpdateResult = named(
  'AccessCredentialUpdateResult',
  Type.Object({
    updateId: text(256, { description: 'As sent.', example: 'update-1' }),
    result: oneOf(CREDENTIAL_RESULTS, { description: 'OK, or what failed: some cards, all cards, or the user.' }),
    message,
    results: list(
      Type.Object({
        cardNumber,
        facilityCode: Type.String({ description: 'As sent; empty if absent.', examples: ['12'] }),
        result: oneOf(CREDENTIAL_RESULTS, { description: 'OK, CARD_UPDATE_FAILED or USER_NOT_FOUND.' }),
        message,
      }),
      {},
      { description: 'One per credential, in request order.' },
    ),
  }),
)
export type AccessCredentialUpdateResult = Static<typeof AccessCredentialUpdateResult>

/** The response to one update is an object; to several or none it is an array (contract §3.3). */
export const AccessCredentialsResponse = named(
  'AccessCredentialsResponse',
  Type.Unsafe<AccessCredentialUpdateResult | AccessCredentialUpdateResult[]>({
    anyOf: [
      AccessCredentialUpdateResult,
      list(AccessCredentialUpdateResult, {}, { description: 'One per update, in request order.' }),
    ],
  }),
)

export const submitAccessCredentials = endpoint({
  operation: 'submitAccessCredentials',
  method: 'POST',
  path: '/v1/access-credentials',
  tag: 'submissions',
  roles: SUBMITTERS,
  summary: 'Set access credentials of users',
  description:
    'A credential is identified by facility code and card number. A card that is active for another user fails on its own, without revealing the holder.',
  body: AccessCredentialsRequest,
  response: AccessCredentialsResponse,
  status: 201,
})
