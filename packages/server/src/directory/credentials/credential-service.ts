import type { AccessCredential, AccessCredentialUpdate, AccessCredentialUpdateResult, CredentialResult } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { saveCards, selectHolders, selectTakenCards } from './credential-store.ts'

const MESSAGES: Record<CredentialResult, string> = {
  OK: 'Updated',
  PARTIAL_UPDATE: 'Some cards could not be updated',
  CARD_UPDATE_FAILED: 'The card is active for another user',
  USER_NOT_FOUND: 'User not found',
}

/** A card is identified by its facility code, which may be empty, and its number (contract §3.3). */
export const cardIdentity = ({ facilityCode, cardNumber }: Pick<AccessCredential, 'facilityCode' | 'cardNumber'>): string =>
  JSON.stringify([facilityCode ?? '', cardNumber])

/**
 * Applies the updates of one call in their order, in one transaction. Calls of one organization wait for each other: they are
 * rare, and two calls that exchange cards could otherwise end in a deadlock or give one card to two people.
 */
export const applyCredentialUpdates = (
  db: Db,
  orgId: string,
  updates: readonly AccessCredentialUpdate[],
): Promise<AccessCredentialUpdateResult[]> =>
  transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('rollcall.credentials'), hashtext(${orgId}))`.execute(trx)
    const holders = await selectHolders(trx, orgId, [...new Set(updates.map(({ username }) => username))])
    const results: AccessCredentialUpdateResult[] = []
    for (const update of updates) results.push(await applyUpdate(trx, orgId, holders.get(update.username), update))
    return results
  })

const applyUpdate = async (
  db: Db,
  orgId: string,
  userId: string | undefined,
  { updateId, credentials }: AccessCredentialUpdate,
): Promise<AccessCredentialUpdateResult> => {
  if (!userId) return resultOf(updateId, credentials, 'USER_NOT_FOUND', () => 'USER_NOT_FOUND')
  const taken = await selectTakenCards(db, orgId, userId, credentials)
  // The last setting of a card wins, as if the settings had been applied one after the other.
  const free = new Map(credentials.filter((card) => !taken.has(cardIdentity(card))).map((card) => [cardIdentity(card), card]))
  await saveCards(db, orgId, userId, [...free.values()])
  return resultOf(updateId, credentials, 'OK', (card) => (taken.has(cardIdentity(card)) ? 'CARD_UPDATE_FAILED' : 'OK'))
}

const resultOf = (
  updateId: string,
  credentials: readonly AccessCredential[],
  resultOfNone: CredentialResult,
  resultOfCard: (card: AccessCredential) => CredentialResult,
): AccessCredentialUpdateResult => {
  const results = credentials.map((card) => {
    const result = resultOfCard(card)
    return { cardNumber: card.cardNumber, facilityCode: card.facilityCode ?? '', result, message: MESSAGES[result] }
  })
  const distinct = new Set(results.map(({ result }) => result))
  const result = distinct.size > 1 ? 'PARTIAL_UPDATE' : (results[0]?.result ?? resultOfNone)
  return { updateId, result, message: MESSAGES[result], results }
}
