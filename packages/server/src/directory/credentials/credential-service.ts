import type { AccessCredential, AccessCredentialUpdate, AccessCredentialUpdateResult, CredentialResult } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { discardPlans } from '../../platform/transactions/discard-plans.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { type CardSetting, cardIdentity, saveCards, selectCards, selectHolders } from './credential-store.ts'

const MESSAGES: Record<CredentialResult, string> = {
  OK: 'Updated',
  PARTIAL_UPDATE: 'Some cards could not be updated',
  CARD_UPDATE_FAILED: 'The card is active for another user',
  USER_NOT_FOUND: 'User not found',
}

/**
 * Applies the updates of one call in their order, in one transaction: it reads the cards once, follows the updates here, and writes what
 * the last setting of each card changes at once. Calls of one organization wait for each other: they are rare, and two calls that exchange cards
 * could otherwise end in a deadlock or give one card to two people.
 */
export const applyCredentialUpdates = (
  db: Db,
  orgId: string,
  updates: readonly AccessCredentialUpdate[],
): Promise<AccessCredentialUpdateResult[]> =>
  transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('rollcall.credentials'), hashtext(${orgId}))`.execute(trx)
    const holders = await selectHolders(trx, orgId, [...new Set(updates.map(({ username }) => username))])
    const cards = updates.flatMap(({ credentials }) => credentials)
    const stored = await selectCards(trx, orgId, cards)
    const activeFor = new Map([...stored].flatMap(([identity, { userId, active }]) => (active ? [[identity, userId]] : [])))
    const settings = new Map<string, CardSetting>()
    const results = updates.map((update) => applyUpdate(activeFor, settings, holders.get(update.username), update))
    await discardPlans(trx, settings.size)
    await saveCards(trx, orgId, [...settings.values()], stored)
    return results
  })

/**
 * Sets the cards of one update, unless they are active for another user.
 * @param activeFor the user for whom each card is active; follows the settings
 * @param settings receives the settings. The last one of a card wins, as if they had been applied one after the other.
 */
const applyUpdate = (
  activeFor: Map<string, string>,
  settings: Map<string, CardSetting>,
  userId: string | undefined,
  { updateId, credentials }: AccessCredentialUpdate,
): AccessCredentialUpdateResult => {
  if (!userId) return resultOf(updateId, credentials, 'USER_NOT_FOUND', () => 'USER_NOT_FOUND')
  return resultOf(updateId, credentials, 'OK', (card) => {
    const identity = cardIdentity(card)
    if ((activeFor.get(identity) ?? userId) !== userId) return 'CARD_UPDATE_FAILED'
    settings.set(identity, { userId, card })
    if (card.active) activeFor.set(identity, userId)
    else activeFor.delete(identity)
    return 'OK'
  })
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
