import type { DeviceTrialResult, IdentityProvider, IdentityProviderCreation, ProviderTest } from '@rollcall/contract'
import { createProviderClients } from '../../gate/oidc/provider-client.ts'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { backChannelLogoutUri, postLogoutRedirectUri, redirectUri } from './addresses.ts'
import { continueDeviceTrial, startDeviceTrial } from './device-trial.ts'
import { createProvider, listProviders, removeProvider } from './provider-service.ts'
import { accessOf, findProvider, type StoredProvider } from './provider-store.ts'
import { testProvider } from './tester.ts'

/** More providers than any organization has. */
const ALL = 1_000

/** What the command line needs of the service. */
interface Place {
  readonly db: Db
  readonly sealer: Sealer
  readonly orgId: string
  /** The address of the service as browsers reach it. */
  readonly baseUrl: string
  readonly isHttpAllowed: boolean
}

export const listIdentityProviders = async (db: Db, orgId: string): Promise<IdentityProvider[]> =>
  (await listProviders(db, orgId, { limit: ALL })).items

/** The addresses to enter at the provider. */
export const addressesOf = (baseUrl: string, providerId: string) => ({
  redirectUri: redirectUri(baseUrl, providerId),
  postLogoutRedirectUri: postLogoutRedirectUri(baseUrl),
  backChannelLogoutUri: backChannelLogoutUri(baseUrl, providerId),
})

export const addIdentityProvider = (
  { db, sealer, orgId, isHttpAllowed }: Place,
  given: IdentityProviderCreation,
): Promise<IdentityProvider> => createProvider(db, sealer, orgId, given, isHttpAllowed)

/** Finds a provider by id or label. @throws AppError entity_not_found */
const findNamed = async (db: Db, orgId: string, named: string): Promise<StoredProvider> => {
  const listed = await listIdentityProviders(db, orgId)
  const found = listed.find(({ providerId, label }) => providerId === named.toLowerCase() || label === named)
  const stored = found && (await findProvider(db, orgId, found.providerId))
  if (stored) return stored
  throw new AppError('entity_not_found', { detail: `There is no identity provider ${named}: rollcall sso list shows them.` })
}

export const removeIdentityProvider = async (db: Db, orgId: string, named: string): Promise<void> =>
  removeProvider(db, orgId, (await findNamed(db, orgId, named)).id)

export interface OperatorTest extends ProviderTest {
  /** Asks whether the person has signed in on the other device; undefined without such a sign-in. */
  readonly askDevice: (() => Promise<DeviceTrialResult>) | undefined
}

/** Tests a provider, and with `withDevice` starts a sign-in on another device. @throws AppError entity_not_found */
export const testIdentityProvider = async (place: Place, named: string, withDevice: boolean): Promise<OperatorTest> => {
  const { db, sealer, orgId, baseUrl, isHttpAllowed } = place
  const provider = await findNamed(db, orgId, named)
  const clients = createProviderClients({ isHttpAllowed })
  const addresses = addressesOf(baseUrl, provider.id)
  const { steps, client } = await testProvider({ provider, access: accessOf(provider, sealer), clients, ...addresses })
  const device = withDevice && client ? await startDeviceTrial(sealer, client, provider) : null
  const askDevice = client && device ? () => continueDeviceTrial(db, sealer, client, provider, device.handle) : undefined
  return { steps, ...addresses, device, askDevice }
}
