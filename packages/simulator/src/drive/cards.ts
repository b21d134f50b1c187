import { type AccessCredentialUpdate, MAX_CREDENTIAL_UPDATES } from '@rollcall/contract'
import type { Company, Person } from '../company/types.ts'
import type { Ids } from './ids.ts'
import type { Driving } from './send-all.ts'

/** A card is issued or retired; null: before the first day. */
interface CardChange {
  day: string | null
  number: string
  active: boolean
}

const changesOf = ({ cards }: Person): CardChange[] =>
  cards
    .flatMap(({ number, from, retiredOn }): CardChange[] => [
      { day: from, number, active: true },
      ...(retiredOn === null ? [] : [{ day: retiredOn, number, active: false }]),
    ])
    .sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1))

/** The card updates after one day and until another, in order; without `after`, from the start. */
export const cardUpdates = (company: Company, ids: Ids, until: string, after?: string): AccessCredentialUpdate[] =>
  company.people.flatMap((person) => {
    if (!ids.hasUser(person.index)) return []
    const due = changesOf(person).filter(
      ({ day }) => (day === null || day <= until) && (after === undefined || (day !== null && day > after)),
    )
    if (due.length === 0) return []
    const credentials = due.map(({ number, active }) => ({ cardNumber: number, active, credentialType: 'badge' }))
    return { username: ids.login(person.index).userName, updateId: `${company.tag}-${person.index}-${until}`, credentials }
  })

/** Sends updates in order. A refused card was given to another person meanwhile. */
export const sendCards = async (
  { client, signal, onConflict }: Pick<Driving, 'client' | 'signal' | 'onConflict'>,
  updates: readonly AccessCredentialUpdate[],
): Promise<void> => {
  for (let from = 0; from < updates.length; from += MAX_CREDENTIAL_UPDATES) {
    const data = updates.slice(from, from + MAX_CREDENTIAL_UPDATES)
    const answer = await client.submitAccessCredentials({ data }, signal ? { signal } : {})
    for (const { result } of [answer].flat()) if (result !== 'OK') onConflict()
  }
}
