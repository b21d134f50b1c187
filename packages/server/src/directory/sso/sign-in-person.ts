import { currentAct, runAct } from '../../gate/audit/act.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { ensureAccount } from '../accounts/provider-account.ts'
import { openSession, type SignInOrigin } from '../accounts/start-session.ts'
import type { Outbox } from '../mail/outbox.ts'
import { createUser } from '../people/user-service.ts'
import type { Person } from './claims.ts'
import { findPerson, LINKED_TO_ANOTHER } from './find-person.ts'
import { findLinkedUser, insertLink, touchLink } from './link-store.ts'
import { holdActiveProvider, type StoredProvider } from './provider-store.ts'
import { SignInRefused } from './refusal.ts'

const NOT_ACTIVE = 'The identity provider is not active.'

/** Whether the link of a new person could not be stored, because the provider was removed while it answered. */
const isProviderGone = (error: unknown): boolean =>
  (error as { constraint?: unknown } | null)?.constraint === 'identity_links_org_id_provider_id_fkey'

/** Finds or creates the person, applies the roles and starts the session, in one transaction. */
export const signInPerson = async (
  { home, outbox, origin }: { readonly home: Db; readonly outbox: Outbox; readonly origin: Omit<SignInOrigin, 'by'> },
  provider: StoredProvider,
  person: Person,
): Promise<string> => {
  const { orgId, id } = provider
  try {
    return await transact(home, async (trx) => {
      const userId = await linkedUser(trx, provider, person)
      await ensureAccount(trx, orgId, userId, person.roles, { type: 'provider', id: null, name: provider.label })
      // It may have been switched off while it answered, which ended its sessions. Changes of it lock the directory before it, too.
      if (!(await holdActiveProvider(trx, orgId, id))) throw new SignInRefused(NOT_ACTIVE)
      return openSession(trx, outbox, {
        orgId,
        userId,
        origin: { ...origin, by: 'provider' },
        basis: { providerId: id, providerSession: person.sessionId ?? null },
        after: { identityProvider: provider.label },
      })
    })
  } catch (error) {
    if (isProviderGone(error)) throw new SignInRefused(NOT_ACTIVE)
    if (error instanceof AppError && error.code === 'name_taken') {
      throw new SignInRefused('Another user has the user name that the identity provider gave.')
    }
    throw error
  }
}

/** Returns the user of the person, with a link. */
const linkedUser = async (trx: Db, provider: StoredProvider, person: Person): Promise<string> => {
  const { orgId, id, label } = provider
  const found = await findPerson(trx, provider, person)
  if (found.kind === 'refused') throw new SignInRefused(found.sentence, found.userId)
  if (found.kind === 'linked') {
    await touchLink(trx, orgId, id, person.subject)
    return found.userId
  }
  const userId = found.kind === 'known' ? found.userId : await createPerson(trx, provider, person, found.userName)
  if (!(await insertLink(trx, orgId, id, person.subject, userId))) {
    // Another sign-in of the person, or of another one with the same user, was faster.
    const other = await findLinkedUser(trx, orgId, id, person.subject)
    if (other?.userId !== userId) throw new SignInRefused(LINKED_TO_ANOTHER, userId)
  }
  await recordChange(trx, orgId, {
    action: 'identity-link.create',
    actor: { type: 'provider', name: label },
    entity: { type: 'account', id: userId },
    after: { identityProvider: label },
  })
  return userId
}

const createPerson = async (
  trx: Db,
  { orgId, label }: StoredProvider,
  { verifiedEmail, firstName, lastName }: Person,
  userName: string,
): Promise<string> => {
  const given = { userName, email: verifiedEmail ?? null, firstName: firstName ?? null, lastName: lastName ?? null }
  const act = currentAct()
  const create = () => createUser(trx, orgId, given)
  const made = act ? runAct({ ...act, action: 'user.create', actor: { type: 'provider', name: label } }, create) : create()
  return (await made).userId
}
