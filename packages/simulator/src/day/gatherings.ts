import type { Company, Office } from '../company/types.ts'
import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import { dayNumber, localClock, weekdayOf } from './calendar.ts'
import { isHoliday } from './holidays.ts'
import type { Gathering } from './types.ts'

interface Kind {
  name: string
  hours: number
  /** Share of the people of the office who are invited. */
  share: number
  isPrivate: boolean
}

/** Gatherings planned long in advance, which the import contains. */
const PLANNED: readonly Kind[] = [
  { name: 'Town hall', hours: 1, share: 0.6, isPrivate: false },
  { name: 'Team breakfast', hours: 2, share: 0.15, isPrivate: false },
  { name: 'Hiring panel', hours: 3, share: 0.02, isPrivate: true },
]
/** Gatherings that are added through the application. */
const CALLED: readonly Kind[] = [
  { name: 'Lunch talk', hours: 1, share: 0.1, isPrivate: false },
  { name: 'Retrospective', hours: 2, share: 0.03, isPrivate: true },
]

/** Probability that an office has a gathering of either kind on a weekday. */
const CHANCE = 0.15

/** The limit of one call in the contract. */
const MAX_INVITATIONS = 1_000

const replyOf = (random: Random) => (random.chance(0.6) ? 'accepted' : random.chance(0.4) ? 'declined' : 'invited')

const gatheringOf = (company: Company, office: Office, day: string, kind: Kind, random: Random): Gathering[] => {
  const { name, hours, share, isPrivate } = kind
  const invited = (company.peopleOf[office.index] ?? [])
    .filter((person) => company.people[person]?.active && random.chance(share))
    .slice(0, MAX_INVITATIONS)
  const [organizer] = invited
  if (organizer === undefined) return []
  const clock = localClock(office.timeZone, day)
  const start = random.between(9, 15) * 3600
  return [
    {
      name,
      office: office.index,
      space: share < 0.5 && office.spaces.length > 0 ? random.pick(office.spaces) : null,
      isPrivate,
      isCancelled: random.chance(0.1),
      startsAt: clock(start),
      endsAt: clock(start + hours * 3600),
      organizer,
      invitations: invited.map((person) => ({ person, reply: replyOf(random) })),
    },
  ]
}

const eachOffice = (company: Company, day: string, purpose: number, kinds: readonly Kind[]): Gathering[] => {
  const number = dayNumber(day)
  if (weekdayOf(number) >= 5) return []
  return company.offices.flatMap((office) => {
    const random = randomOf(company.seed, purpose, office.index, number)
    return random.chance(CHANCE) && !isHoliday(company, office.index, number)
      ? gatheringOf(company, office, day, random.pick(kinds), random)
      : []
  })
}

/** The imported gatherings of a day with their replies, at most one per office. */
export const gatheringsOf = (company: Company, day: string): Gathering[] => eachOffice(company, day, PURPOSES.gathering, PLANNED)

/**
 * The gatherings added through the application, at most one per office. They have no replies, because replying requires a
 * session.
 */
export const meetupsOf = (company: Company, day: string): Gathering[] => {
  const imported = gatheringsOf(company, day)
  return eachOffice(company, day, PURPOSES.meetup, CALLED).map((gathering) => ({
    ...gathering,
    // A room can host only one gathering at a time.
    space: imported.some((other) => overlaps(other, gathering)) ? null : gathering.space,
    invitations: gathering.invitations.map(({ person }) => ({ person, reply: 'invited' })),
  }))
}

const overlaps = (other: Gathering, { space, startsAt, endsAt }: Gathering): boolean =>
  space !== null && other.space === space && !other.isCancelled && other.startsAt < endsAt && other.endsAt > startsAt
