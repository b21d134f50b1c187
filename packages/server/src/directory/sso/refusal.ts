import { recordChange, recordRead } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordFailure, type StoredProvider } from './provider-store.ts'

/** A sign-in that the provider answered well, and that is refused here. */
export class SignInRefused extends AppError {
  /** The user whom it would have signed in, if that is known. */
  readonly userId: string | undefined

  constructor(sentence: string, userId?: string) {
    super('sign_in_refused', { detail: sentence })
    this.userId = userId
  }
}

/** Remembers why something with the provider failed, for its administrators, and returns whether it was the provider or the person. */
export const noteFailure = async (home: Db, { orgId, id }: StoredProvider, error: unknown): Promise<boolean> => {
  if (!(error instanceof AppError) || (error.status >= 500 && error.code !== 'provider_unavailable')) return false
  await recordFailure(home, orgId, id, error.message)
  return true
}

/** Records why a sign-in was refused, for administrators and in the audit log. */
export const recordRefusal = async (home: Db, provider: StoredProvider, error: unknown): Promise<void> => {
  if (!(await noteFailure(home, provider, error))) return
  const { orgId, label } = provider
  const { message: reason } = error as AppError
  const after = { reason, identityProvider: label }
  const userId = error instanceof SignInRefused ? error.userId : undefined
  if (userId !== undefined) {
    return recordChange(home, orgId, { action: 'session.refuse', entity: { type: 'account', id: userId }, after })
  }
  await recordAtProvider(home, provider, reason)
}

/** Anyone can make a sign-in fail, and the log keeps its entries for long: the same one is recorded once in a while. */
const recordAtProvider = (home: Db, { orgId, id, label }: StoredProvider, reason: string): Promise<void> =>
  recordRead(home, orgId, {
    action: 'session.refuse',
    entity: { type: 'identity-provider', id, name: label },
    after: { reason, identityProvider: label },
  })

/** Records an answer that belongs to no sign-in of the browser. It says nothing about the provider, whose last failure stays. */
export const recordStrayAnswer = (home: Db, provider: StoredProvider, { message }: AppError): Promise<void> =>
  recordAtProvider(home, provider, message)

/** Records a logout token that was refused, without its details: strangers can write what they want into one. */
export const recordRefusedLogout = (home: Db, provider: StoredProvider): Promise<void> =>
  recordAtProvider(home, provider, 'A logout token of the identity provider was refused.')
