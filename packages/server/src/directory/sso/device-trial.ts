import type { DeviceTrial, DeviceTrialResult } from '@rollcall/contract'
import {
  calculatePKCECodeChallenge,
  genericGrantRequest,
  initiateDeviceAuthorization,
  randomPKCECodeVerifier,
} from 'openid-client'
import { claimsOfTokens } from '../../gate/oidc/authorization.ts'
import type { ProviderClient } from '../../gate/oidc/provider-client.ts'
import { explainFailure } from '../../gate/oidc/provider-failure.ts'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readClaims, wantedClaims } from './claims.ts'
import { findPerson } from './find-person.ts'
import type { StoredProvider } from './provider-store.ts'
import { rolesAfter } from './trial.ts'

const PURPOSE = 'device trial'
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const DEFAULT_INTERVAL = 5

interface Handle {
  readonly providerId: string
  readonly deviceCode: string
  readonly verifier: string
  readonly endsAt: number
}

/** Starts a sign-in on another device (RFC 8628); null if the provider offers none. */
export const startDeviceTrial = async (
  sealer: Sealer,
  { configuration }: ProviderClient,
  provider: StoredProvider,
): Promise<DeviceTrial | null> => {
  if (configuration.serverMetadata().device_authorization_endpoint === undefined) return null
  const verifier = randomPKCECodeVerifier()
  // Keycloak requires PKCE here as well, where the client has it.
  const started = await initiateDeviceAuthorization(configuration, {
    scope: ['openid', ...provider.scopes.filter((scope) => scope !== 'openid')].join(' '),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).catch(() => undefined)
  if (!started) return null
  const { device_code: deviceCode, user_code: userCode, expires_in: seconds, interval } = started
  const handle: Handle = { providerId: provider.id, deviceCode, verifier, endsAt: Date.now() + seconds * 1000 }
  return {
    userCode,
    verificationUri: started.verification_uri_complete ?? started.verification_uri,
    handle: sealer.seal(JSON.stringify(handle), PURPOSE).toString('base64url'),
    intervalSeconds: Math.max(1, Math.ceil(interval ?? DEFAULT_INTERVAL)),
  }
}

const openHandle = (sealer: Sealer, providerId: string, text: string): Handle => {
  try {
    const handle = JSON.parse(sealer.open(Buffer.from(text, 'base64url'), PURPOSE).toString()) as Handle
    if (handle.providerId === providerId && handle.endsAt > Date.now()) return handle
  } catch {
    // It was made up.
  }
  throw new AppError('sign_in_expired')
}

const PENDING = new Set(['authorization_pending', 'slow_down'])

const result = (outcome: DeviceTrialResult['result'], detail: string): DeviceTrialResult => ({
  result: outcome,
  detail,
  userId: null,
  roles: [],
})

/** Asks the provider whether the person has signed in, and says whom it would sign in here. No session starts. */
export const continueDeviceTrial = async (
  db: Db,
  sealer: Sealer,
  client: ProviderClient,
  provider: StoredProvider,
  text: string,
): Promise<DeviceTrialResult> => {
  const { deviceCode, verifier } = openHandle(sealer, provider.id, text)
  try {
    const parameters = { device_code: deviceCode, code_verifier: verifier }
    const { id_token, access_token } = await genericGrantRequest(client.configuration, GRANT, parameters)
    if (id_token === undefined) return result('failed', 'The provider gave no ID token: allow the scope openid there.')
    const claims = await claimsOfTokens(client, { id_token, access_token }, wantedClaims(provider))
    const person = readClaims(claims, provider)
    const found = await findPerson(db, provider, person)
    if (found.kind === 'refused') return result('failed', found.sentence)
    return {
      result: 'passed',
      detail: found.kind === 'new' ? 'The sign-in works. The person would be created.' : 'The sign-in works.',
      userId: found.kind === 'new' ? null : found.userId,
      roles: await rolesAfter(db, provider, person, found),
    }
  } catch (error) {
    if (PENDING.has(String((error as { error?: unknown }).error))) return result('pending', 'The person has not signed in yet.')
    return result('failed', explainFailure(error).sentence)
  }
}
