import { ENDPOINTS } from '@rollcall/contract'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { asAppError } from '../../gate/oidc/provider-failure.ts'
import { endSessionsOfProvider } from '../../gate/sessions/end-sessions.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { backChannelLogoutUri, baseUrlOf, postLogoutRedirectUri, redirectUri } from './addresses.ts'
import { signOutByProvider } from './back-channel-logout.ts'
import { continueDeviceTrial, startDeviceTrial } from './device-trial.ts'
import { findSignInProviders } from './find-providers.ts'
import { deleteLink, listLinks } from './link-store.ts'
import { findPlacedProvider } from './placed-provider.ts'
import {
  changeProvider,
  createProvider,
  getProvider,
  listProviders,
  removeProvider,
  unknownProvider,
} from './provider-service.ts'
import { accessOf, findProvider, type StoredProvider } from './provider-store.ts'
import { finishSignIn, type SsoContext, startSignIn } from './sign-in.ts'
import { testProvider } from './tester.ts'

/** Serves signing in with identity providers, for browsers and for the providers. */
export const registerSsoRoutes = (http: HttpContext, context: SsoContext): void => {
  const { homes } = context

  serve(http, ENDPOINTS.findSignInProviders, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    return { items: await findSignInProviders(homes, query.userName) }
  })

  serve(http, ENDPOINTS.startSso, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const placed = await findPlacedProvider(homes, body.providerId)
    return { address: await startSignIn(context, placed, body, request, reply) }
  })

  serve(http, ENDPOINTS.finishSso, ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return finishSignIn(context, body, request, reply)
  })

  serve(http, ENDPOINTS.signOutByProvider, async ({ body, params, reply }) => {
    reply.header('cache-control', 'no-store')
    await signOutByProvider(context, params.providerId, body.logout_token)
    return { message: 'The sessions have ended' }
  })
}

/** Serves the identity providers of an organization to its administrators. */
export const registerIdentityProviderRoutes = (http: HttpContext, db: Db, context: SsoContext): void => {
  const { sealer, clients, publicUrl } = context
  const find = async (orgId: string, providerId: string): Promise<StoredProvider> => {
    const provider = await findProvider(db, orgId, providerId)
    if (!provider) throw unknownProvider()
    return provider
  }

  serve(http, ENDPOINTS.listIdentityProviders, ({ caller, query }) => listProviders(db, caller.orgId, query))
  serve(http, ENDPOINTS.getIdentityProvider, ({ caller, params }) => getProvider(db, caller.orgId, params.providerId))
  serve(http, ENDPOINTS.createIdentityProvider, ({ body, caller }) =>
    createProvider(db, sealer, caller.orgId, body, clients.isHttpAllowed),
  )
  serve(http, ENDPOINTS.updateIdentityProvider, ({ body, caller, params }) =>
    changeProvider(db, sealer, caller.orgId, params.providerId, body),
  )
  serve(http, ENDPOINTS.removeIdentityProvider, async ({ caller, params }) => {
    await removeProvider(db, caller.orgId, params.providerId)
    return { message: 'People can no longer sign in with it' }
  })

  serve(http, ENDPOINTS.testIdentityProvider, async ({ caller, params, query, request }) => {
    const provider = await find(caller.orgId, params.providerId)
    const baseUrl = baseUrlOf(request, publicUrl)
    const addresses = {
      redirectUri: redirectUri(baseUrl, provider.id),
      postLogoutRedirectUri: postLogoutRedirectUri(baseUrl),
      backChannelLogoutUri: backChannelLogoutUri(baseUrl, provider.id),
    }
    const { steps, client } = await testProvider({ provider, access: accessOf(provider, sealer), clients, ...addresses })
    const device = query.device === 'true' && client ? await startDeviceTrial(sealer, client, provider) : null
    return { steps, ...addresses, device }
  })

  serve(http, ENDPOINTS.continueDeviceTrial, async ({ body, caller, params }) => {
    const provider = await find(caller.orgId, params.providerId)
    const client = await clients.open(accessOf(provider, sealer)).catch((error: unknown) => {
      throw asAppError(error)
    })
    return continueDeviceTrial(db, sealer, client, provider, body.handle)
  })

  serve(http, ENDPOINTS.tryIdentityProvider, async ({ caller, params, request, reply }) => {
    const provider = await find(caller.orgId, params.providerId)
    if (caller.userId === null)
      throw new AppError('entity_not_found', { detail: 'A key has no browser: a person tries the provider.' })
    const start = { returnTo: '/admin/single-sign-on', trialOf: caller.userId }
    return { address: await startSignIn(context, { home: db, provider }, start, request, reply) }
  })

  serve(http, ENDPOINTS.listIdentityLinks, async ({ caller, params, query }) => {
    await find(caller.orgId, params.providerId)
    return listLinks(db, caller.orgId, params.providerId, query)
  })

  serve(http, ENDPOINTS.removeIdentityLink, async ({ caller, params }) => {
    const { orgId } = caller
    const { id, label } = await find(orgId, params.providerId)
    await transact(db, async (trx) => {
      if (!(await deleteLink(trx, orgId, id, params.personId))) {
        throw new AppError('entity_not_found', { detail: 'This user is not linked with the identity provider.' })
      }
      await endSessionsOfProvider(trx, orgId, id, { sessionId: undefined, userId: params.personId })
      await recordChange(trx, orgId, { entity: { type: 'account', id: params.personId }, before: { identityProvider: label } })
    })
    return { message: 'Unlinked' }
  })
}
