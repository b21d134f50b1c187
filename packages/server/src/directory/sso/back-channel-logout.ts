import { recordChanges } from '../../gate/audit/audit-log.ts'
import { verifyLogoutToken } from '../../gate/oidc/logout-token.ts'
import { asAppError } from '../../gate/oidc/provider-failure.ts'
import { endSessionsOfProvider } from '../../gate/sessions/end-sessions.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { findLinkedUser } from './link-store.ts'
import { spend } from './once.ts'
import { findPlacedProvider } from './placed-provider.ts'
import { accessOf } from './provider-store.ts'
import { recordRefusedLogout } from './refusal.ts'
import type { SsoContext } from './sign-in.ts'

/**
 * Ends the sessions that a logout token of a provider names: one session at the provider, or all of a person.
 * @throws AppError entity_not_found, logout_token_invalid, provider_unavailable
 */
export const signOutByProvider = async (
  { homes, sealer, clients }: SsoContext,
  providerId: string,
  logoutToken: string,
): Promise<void> => {
  const { home, provider } = await findPlacedProvider(homes, providerId)
  const { orgId, id, label } = provider
  const client = await clients.open(accessOf(provider, sealer)).catch((error: unknown) => {
    throw asAppError(error)
  })
  const refuse = async (error: unknown): Promise<never> => {
    if (error instanceof AppError && error.code === 'logout_token_invalid') await recordRefusedLogout(home, provider)
    throw error
  }
  const { subject, sessionId, tokenId, endsAt } = await verifyLogoutToken(client, logoutToken).catch(refuse)
  const ending = transact(home, async (trx) => {
    if (!(await spend(trx, orgId, `logout ${id} ${tokenId}`, endsAt))) {
      throw new AppError('logout_token_invalid', { detail: 'The token was used before.' })
    }
    const person = subject === undefined ? undefined : await findLinkedUser(trx, orgId, id, subject)
    // A person who never signed in here has no sessions.
    if (subject !== undefined && !person) return
    const userIds = await endSessionsOfProvider(trx, orgId, id, { sessionId, userId: person?.userId })
    const ended = userIds.map((userId) => ({
      actor: { type: 'provider' as const, name: label },
      entity: { type: 'account', id: userId },
    }))
    await recordChanges(trx, orgId, ended)
  })
  await ending.catch(refuse)
}
