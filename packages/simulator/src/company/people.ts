import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import { cardsOf } from './cards.ts'
import { dayAfter } from './dates.ts'
import { FIRST_NAMES, JOB_TITLES, LAST_NAMES, plainName } from './names.ts'
import { type Premises, SITES } from './offices.ts'
import type { Person, Plan } from './types.ts'

/** Probability of an office day by habit, Monday to Friday. Most people come from Tuesday to Thursday. */
const HABITS: readonly { weight: number; office: readonly number[] }[] = [
  { weight: 0.2, office: [0.97, 0.99, 0.99, 0.99, 0.9] },
  { weight: 0.55, office: [0.4, 0.75, 0.75, 0.7, 0.2] },
  { weight: 0.2, office: [0.1, 0.3, 0.3, 0.25, 0.05] },
  { weight: 0.05, office: [0, 0, 0, 0, 0] },
]

/** Index of the share that a draw from [0, 1) selects. Rounding errors never exceed the last index. */
const indexOfShare = (shares: readonly number[], draw: number): number => {
  let left = draw
  for (const [index, share] of shares.entries()) {
    if (left < share) return index
    left -= share
  }
  return shares.length - 1
}

const weekPlanOf = (random: Random): (Plan | null)[] => {
  const habit =
    HABITS[
      indexOfShare(
        HABITS.map(({ weight }) => weight),
        random.next(),
      )
    ]
  const isPartTime = random.chance(0.08)
  const days = (habit?.office ?? []).map((probability, weekday): Plan => {
    const isOffice = random.chance(probability)
    if (isPartTime && weekday === 4) return 'a'
    return isOffice ? 'o' : 'r'
  })
  return [...days, null, null]
}

/** Office of each person, of the first `count` sites. The golden ratio spreads the shares evenly over the whole list. */
export const officesOfPeople = (employees: number, count: number): number[] => {
  const shares = SITES.slice(0, count).map(({ share }) => share)
  const total = count === SITES.length ? 1 : shares.reduce((sum, share) => sum + share, 0)
  return Array.from({ length: employees }, (_, n) => indexOfShare(shares, ((n * 0.618_033_988_749_895) % 1) * total))
}

const uniqueUserName = (taken: Map<string, number>, first: string, last: string, domain: string): string => {
  const base = `${plainName(first)}.${plainName(last)}`
  const count = (taken.get(base) ?? 0) + 1
  taken.set(base, count)
  return `${base}${count === 1 ? '' : count}@${domain}`
}

const clamp = (value: number, least: number, most: number) => Math.round(Math.min(most, Math.max(least, value)))

interface Making {
  seed: number
  domain: string
  startDay: string
  premises: Premises
  /** How many departments there are. */
  departments: number
  taken: Map<string, number>
}

const makePerson = ({ seed, domain, startDay, premises, departments, taken }: Making, index: number, office: number): Person => {
  const random = randomOf(seed, PURPOSES.person, index)
  const firstName = random.pick(FIRST_NAMES)
  const lastName = random.pick(LAST_NAMES)
  const desks = premises.offices[office]?.desks ?? []
  const favoriteDesk = random.pick(desks)
  const active = !random.chance(0.03)
  const person: Person = {
    index,
    firstName,
    lastName,
    userName: uniqueUserName(taken, firstName, lastName, domain),
    office,
    department: random.below(departments),
    jobTitle: random.pick(JOB_TITLES),
    active,
    leftOn: active ? null : dayAfter(startDay, -random.between(1, 200)),
    onboarded: random.chance(0.96),
    badgeNumber: String(1_000_000 + index * 7 + random.below(7)),
    cards: [],
    roams: random.chance(0.4),
    carriesBadge: random.chance(0.97),
    usesWifi: random.chance(0.85),
    weekPlan: weekPlanOf(randomOf(seed, PURPOSES.weekPlan, index)),
    homeZone: premises.desks[favoriteDesk]?.zone ?? 0,
    favoriteDesk,
    assignedDesk: null,
    arrival: clamp(random.around(530, 45), 390, 680),
    stay: clamp(random.around(490, 60), 240, 660),
  }
  return { ...person, cards: cardsOf(person, premises.offices, { seed, startDay }) }
}

/** A tenth of the people who come almost every day get an assigned desk, if it is not assigned yet. */
const assignDesk = (person: Person, premises: Premises, seed: number) => {
  const desk = premises.desks[person.favoriteDesk]
  const officeDays = person.weekPlan.filter((plan) => plan === 'o').length
  const isBookable = desk && desk.assignedTo === null && premises.zones[desk.zone]?.kind === 'individual'
  if (!person.active || officeDays < 4 || !isBookable) return
  if (!randomOf(seed, PURPOSES.person, person.index, 1).chance(0.35)) return
  desk.assignedTo = person.index
  person.assignedDesk = desk.index
}

export const makePeople = (making: Omit<Making, 'taken'>, offices: readonly number[]): Person[] => {
  const taken = new Map<string, number>()
  const people = offices.map((office, index) => makePerson({ ...making, taken }, index, office))
  for (const person of people) assignDesk(person, making.premises, making.seed)
  return people
}
