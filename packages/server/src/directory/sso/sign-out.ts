import type { FastifyRequest } from 'fastify'
import { endSessionAddress } from '../../gate/oidc/authorization.ts'
import { assertAddress } from '../../gate/oidc/provider-client.ts'
import type { SessionRecord } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { baseUrlOf, postLogoutRedirectUri } from './addresses.ts'
import { accessOf, findProvider } from './provider-store.ts'
import type { SsoContext } from './sign-in.ts'

/** Returns where the browser goes to sign out at the provider of a session as well; null: nowhere. Signing out here never fails by it. */
export const providerSignOut =
  (db: Db, { sealer, clients, publicUrl }: Pick<SsoContext, 'sealer' | 'clients' | 'publicUrl'>) =>
  async ({ orgId, providerId }: SessionRecord, request: FastifyRequest): Promise<string | null> => {
    if (providerId === null) return null
    const provider = await findProvider(db, orgId, providerId)
    if (!provider?.signsOutThere) return null
    try {
      const client = await clients.open(accessOf(provider, sealer))
      const address = endSessionAddress(client, postLogoutRedirectUri(baseUrlOf(request, publicUrl)))
      return address ? assertAddress(address.href, clients.isHttpAllowed, 'end_session_endpoint').href : null
    } catch (error) {
      request.log.warn({ err: error, providerId }, 'sign-out at the identity provider failed')
      return null
    }
  }
