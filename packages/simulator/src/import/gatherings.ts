import type { ImportFile } from '@rollcall/contract'
import type { Company, Office } from '../company/types.ts'
import { dayNumber, localClock } from '../day/calendar.ts'
import { PURPOSES, type Random, randomOf } from '../random/random.ts'

type ImportEvent = NonNullable<ImportFile['events']>[number]

const KINDS = [
  { name: 'Town hall', hours: 1, share: 0.6, isPrivate: false },
  { name: 'Team breakfast', hours: 2, share: 0.15, isPrivate: false },
  { name: 'Hiring panel', hours: 3, share: 0.02, isPrivate: true },
]

/** The contract's limit of one event. */
const MOST_INVITATIONS = 10_000

const replyOf = (random: Random) => (random.chance(0.6) ? 'accepted' : random.chance(0.4) ? 'declined' : 'invited')

const placeOf = (company: Company, office: Office, random: Random): Pick<ImportEvent, 'level' | 'space'> => {
  const space = company.spaces[random.pick(office.spaces)]
  const level = space && company.levels[space.level]
  return space && level ? { level: level.name, space: space.name } : {}
}

const gathering = (company: Company, office: Office, day: string): ImportEvent[] => {
  const random = randomOf(company.seed, PURPOSES.gathering, office.index, dayNumber(day))
  const { name, hours, share, isPrivate } = random.pick(KINDS)
  const invited = (company.peopleOf[office.index] ?? [])
    .flatMap((index) => company.people[index] ?? [])
    .filter((person) => person.active && random.chance(share))
    .slice(0, MOST_INVITATIONS)
  const [organizer] = invited
  if (!organizer) return []
  const start = random.between(9, 15) * 3600
  const clock = localClock(office.timeZone, day)
  const iso = (second: number) => new Date(clock(second)).toISOString()
  return [
    {
      name: `${name} ${office.name} ${day}`,
      status: random.chance(0.1) ? 'cancelled' : 'scheduled',
      isPrivate,
      startsAt: iso(start),
      endsAt: iso(start + hours * 3600),
      location: office.name,
      ...(share < 0.5 ? placeOf(company, office, random) : {}),
      organizer: organizer.userName,
      invitations: invited.map(({ userName }) => ({ user: userName, reply: replyOf(random) })),
    },
  ]
}

/** A gathering in each office on each of these days. */
export const importGatherings = (company: Company, days: readonly string[]): ImportEvent[] =>
  days.flatMap((day) => company.offices.flatMap((office) => gathering(company, office, day)))
