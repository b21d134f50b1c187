import Type, { type Static } from 'typebox'
import { SsoAddress } from '../access/sso.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, integer, list, named, nullable, nullableObject, OTHER_UUID_EXAMPLE, oneOf, text } from '../schema/atoms.ts'
import { pathId } from '../schema/params.ts'
import { GLOBAL_ADMINISTRATORS } from '../user-roles.ts'

const stepText = (description: string, example: string) => text(2000, { description, example })

/** What a test of a provider checks, in order. A step that fails leaves out those that need it. */
export const PROVIDER_STEPS = ['discovery', 'issuer', 'keys', 'endpoints', 'pkce', 'client', 'sign-out'] as const
export type ProviderStepName = (typeof PROVIDER_STEPS)[number]

export const ProviderStep = named(
  'ProviderStep',
  Type.Object({
    step: oneOf(PROVIDER_STEPS, { description: 'What was checked.' }),
    result: oneOf(['passed', 'failed', 'warning', 'skipped'], { description: 'The result.' }),
    detail: stepText('What was found, and what to do about it.', 'The provider signs with RS256; 2 keys.'),
  }),
)
export type ProviderStep = Static<typeof ProviderStep>

export const DeviceTrial = named(
  'DeviceTrial',
  Type.Object({
    userCode: stepText('The code to enter there.', 'WDJB-MJHT'),
    verificationUri: stepText('Where a person enters the code.', 'https://login.example.com/device'),
    handle: text(8000, { description: 'For asking whether the person has signed in.', example: 'q0x7bq5vSg9rD1m0bqzKqg' }),
    intervalSeconds: integer({ minimum: 1 }, { description: 'How often to ask at most.', example: 5 }),
  }),
)
export type DeviceTrial = Static<typeof DeviceTrial>

export const ProviderTest = named(
  'ProviderTest',
  Type.Object({
    steps: list(ProviderStep, {}, { description: 'The steps, in order.' }),
    redirectUri: stepText('Redirect URI to enter at the provider.', 'https://rollcall.example.com/sign-in/sso/6f1c0f0e'),
    postLogoutRedirectUri: stepText(
      'Address after signing out, to enter at the provider.',
      'https://rollcall.example.com/sign-in',
    ),
    backChannelLogoutUri: stepText(
      'Address for back-channel logout, to enter at the provider.',
      'https://rollcall.example.com/api/identity-providers/6f1c0f0e/logout',
    ),
    device: nullableObject(DeviceTrial, {
      description: 'A sign-in on another device; null if it was not asked for, or the provider offers none.',
    }),
  }),
)
export type ProviderTest = Static<typeof ProviderTest>

const shared = { tag: 'administration', roles: AUTOMATION, people: GLOBAL_ADMINISTRATORS } as const
const params = Type.Object({ providerId: pathId('The identity provider.') })

export const testIdentityProvider = endpoint({
  ...shared,
  operation: 'testIdentityProvider',
  audit: { none: 'It asks the provider and changes nothing.' },
  method: 'POST',
  path: '/api/identity-providers/{providerId}/test',
  params,
  summary: 'Test an identity provider',
  description: 'Checks one step after the other, and says of each what is wrong and what to do.',
  query: Type.Object({
    device: Type.Optional(
      oneOf(['true', 'false'], { description: 'true: also start a sign-in on another device, if the provider offers it.' }),
    ),
  }),
  response: ProviderTest,
  errors: ['entity_not_found'],
})

export const DeviceTrialHandle = named(
  'DeviceTrialHandle',
  Type.Object({ handle: text(8000, { description: 'The handle of the test.', example: 'q0x7bq5vSg9rD1m0bqzKqg' }) }),
)

export const DeviceTrialResult = named(
  'DeviceTrialResult',
  Type.Object({
    result: oneOf(['pending', 'passed', 'failed'], { description: 'Whether the person has signed in.' }),
    detail: stepText('What was found.', 'The person has not signed in yet.'),
    userId: nullable(id({ description: 'The user whom it would sign in; null: none.', example: OTHER_UUID_EXAMPLE })),
    roles: list(text(50, { description: 'A role.', example: 'employee' }), {}, { description: 'Roles the person would have.' }),
  }),
)
export type DeviceTrialResult = Static<typeof DeviceTrialResult>

export const continueDeviceTrial = endpoint({
  ...shared,
  operation: 'continueDeviceTrial',
  audit: { none: 'It asks the provider and changes nothing.' },
  method: 'POST',
  path: '/api/identity-providers/{providerId}/test/device',
  params,
  summary: 'Ask whether the sign-in of a test is done',
  description: 'No person is signed in to Rollcall: it says who would be, and with which roles.',
  body: DeviceTrialHandle,
  response: DeviceTrialResult,
  errors: ['entity_not_found', 'sign_in_expired', 'provider_answer_invalid', 'provider_unavailable'],
})

export const tryIdentityProvider = endpoint({
  ...shared,
  operation: 'tryIdentityProvider',
  audit: { none: 'A trial signs no person in.' },
  method: 'POST',
  path: '/api/identity-providers/{providerId}/trial',
  params,
  summary: 'Start a trial sign-in',
  description:
    'Returns the address of the provider for this browser. Afterwards the page shows what the provider said, and who would be signed in.',
  response: SsoAddress,
  errors: ['entity_not_found', 'provider_answer_invalid', 'provider_unavailable'],
})
