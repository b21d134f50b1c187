import { FIRST_NAMES, LAST_NAMES, plainName } from '../company/names.ts'
import type { Company, Office } from '../company/types.ts'
import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import { type LocalClock, weekdayOf } from './calendar.ts'
import type { Recorder } from './recorder.ts'
import type { Visit, Visitor } from './types.ts'

const MINUTE = 60
const TYPES = ['guest', 'interview', 'contractor', 'delivery']

const hostOf = (company: Company, { index }: Office, random: Random): number | null => {
  const people = (company.peopleOf[index] ?? []).filter((person) => company.people[person]?.active)
  return people.length > 0 ? random.pick(people) : null
}

const visitorOf = (office: Office, badge: string, host: Visitor['host'], random: Random): Visitor => {
  const name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`
  const email = `${name.split(' ').map(plainName).join('.')}.${office.code}${random.below(100_000)}@visitors.example`
  return { name, email: random.chance(0.9) ? email : null, type: random.pick(TYPES), host, badge }
}

/** An expected visitor has a host. Some walk-ins ask for a host, and a few hosts have left the company. */
const visitOf = (company: Company, office: Office, badge: string, clock: LocalClock, random: Random): Visit => {
  const isExpected = random.chance(0.7)
  const person = isExpected || random.chance(0.5) ? hostOf(company, office, random) : null
  const isGone = !isExpected && random.chance(0.1)
  const host = isGone ? { email: `gone.${random.below(1000)}@${company.domain}` } : person === null ? null : { person }
  const visitor = visitorOf(office, badge, host, random)
  const due = random.between(8 * 60, 17 * 60) * MINUTE
  const comes = !isExpected || random.chance(0.9)
  const arrival = due + random.between(-10, 25) * MINUTE
  const departure = arrival + random.between(20, 300) * MINUTE
  return {
    office: office.index,
    visitor: isExpected && host !== null ? { ...visitor, email: visitor.email ?? `expected${badge}@visitors.example` } : visitor,
    expectedAt: isExpected && host !== null ? clock(due) : null,
    arrivedAt: comes ? clock(arrival) : null,
    departedAt: comes && random.chance(0.85) ? clock(departure) : null,
  }
}

/** The visits of an office on a day, about one per forty people. */
const visitsOf = (company: Company, number: number, office: Office, clock: LocalClock): Visit[] => {
  const random = randomOf(company.seed, PURPOSES.visitor, office.index, number)
  const usual = 1 + (company.peopleOf[office.index]?.length ?? 0) / 40
  const count = weekdayOf(number) < 5 ? Math.round(usual * (0.5 + random.next())) : random.below(2)
  return Array.from({ length: count }, (_, n) => visitOf(company, office, `V-${n + 1}`, clock, random))
}

const recordVisit = ({ office, visitor, arrivedAt, departedAt }: Visit, mark: string, recorder: Recorder) => {
  const isValid = visitor.host === null || 'person' in visitor.host
  const at = { kind: 'reception', office, node: { type: 'location', index: office } } as const
  if (arrivedAt !== null)
    recorder.visitor({ ...at, at: arrivedAt, mark: `${mark}-in` }, { eventType: 'arrived', visitor }, isValid)
  if (departedAt !== null) {
    recorder.visitor({ ...at, at: departedAt, mark: `${mark}-out` }, { eventType: 'departed', visitor }, isValid)
  }
}

/** Records all visitors who came or were expected. */
export const recordVisitors = (company: Company, number: number, clocks: readonly LocalClock[], recorder: Recorder): Visit[] =>
  company.offices.flatMap((office) => {
    const clock = clocks[office.index]
    const visits = clock ? visitsOf(company, number, office, clock) : []
    for (const [n, visit] of visits.entries()) recordVisit(visit, `${office.index}-${n + 1}`, recorder)
    return visits
  })
