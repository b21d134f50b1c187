import { PURPOSES, randomOf } from '../random/random.ts'
import { dayAfter } from './dates.ts'
import type { Card, Office, Person } from './types.ts'

/** Share of the cards that are replaced, this many days after the first day. */
const REPLACED = 0.12
const REPLACED_BETWEEN = [2, 12] as const
/** Days after the replacement by which even the latest events of the old card have been delivered. */
const RETIRED_AFTER = 7

/** Doors know the badges of people whose home is this office, and of people who may enter every office. */
export const canEnter = ({ office: home, roams }: Person, office: number): boolean => roams || home === office

const numberOf = (person: Person, round: number) => String(50_000_000 + person.index * 10 + round)

/** The cards of a person over time, for offices whose readers only know card numbers. */
export const cardsOf = (
  person: Person,
  offices: readonly Office[],
  { seed, startDay }: { seed: number; startDay: string },
): Card[] => {
  if (!person.active || !offices.some(({ index, readsCards }) => readsCards && canEnter(person, index))) return []
  const random = randomOf(seed, PURPOSES.card, person.index)
  const first: Card = { number: numberOf(person, 0), from: null, retiredOn: null }
  if (!random.chance(REPLACED)) return [first]
  const from = dayAfter(startDay, random.between(...REPLACED_BETWEEN))
  return [
    { ...first, retiredOn: dayAfter(from, RETIRED_AFTER) },
    { number: numberOf(person, 1), from, retiredOn: null },
  ]
}

/** The number that a reader of this office reads from the badge of a person. */
export const badgeRead = (person: Person, office: Office, day: string): string => {
  const inUse = office.readsCards ? person.cards.findLast(({ from }) => from === null || from <= day) : undefined
  return inUse?.number ?? person.badgeNumber
}
