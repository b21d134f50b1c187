import { badgeRead, canEnter } from '../company/cards.ts'
import type { Company, Office, Person } from '../company/types.ts'
import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import { dayText, type LocalClock } from './calendar.ts'
import type { Happening, Recorder } from './recorder.ts'
import type { NodeRef, PersonPlan, Stay, Who } from './types.ts'

const MINUTE = 60_000

interface Visit {
  company: Company
  day: string
  person: Person
  office: Office
  stay: Stay
  random: Random
  recorder: Recorder
  /** Number of events of this person so far, part of their event ids. */
  count: number
}

const report = (visit: Visit, event: Omit<Happening, 'office' | 'mark'>, who: Who, isKnown = true) => {
  visit.count += 1
  const mark = `${visit.person.index}-${visit.count}`
  visit.recorder.presence({ ...event, office: visit.office.index, mark }, who, isKnown ? visit.person.index : null)
}

/** Share of people with an unknown badge who try the reader before they ask at the reception. */
const TRIES_ANYWAY = 0.25

/** Badge events at the entrance, on arrival and often after lunch. Other buildings know only some badges. */
const badgeEvents = (visit: Visit) => {
  const { person, office, stay, random, day } = visit
  if (!person.carriesBadge || random.chance(0.03)) return
  const node: NodeRef = { type: 'location', index: office.index }
  const isKnown = canEnter(person, office.index)
  const who: Who = { by: 'badge', badge: badgeRead(person, office, day) }
  if (!isKnown) {
    if (random.chance(TRIES_ANYWAY)) report(visit, { kind: 'badge', at: stay.arrivesAt, node }, who, false)
    return
  }
  report(visit, { kind: 'badge', at: stay.arrivesAt, node }, who)
  const lunch = stay.arrivesAt + Math.floor((stay.leavesAt - stay.arrivesAt) * random.around(0.5, 0.08))
  if (random.chance(0.4)) report(visit, { kind: 'badge', at: lunch, node }, who)
}

/** Some access points report the zone, others only the level. */
const accessPoint = (company: Company, { desk, level }: Stay): NodeRef => {
  const zone = desk === null ? undefined : company.desks[desk]?.zone
  return zone !== undefined && zone % 2 === 0 ? { type: 'zone', index: zone } : { type: 'level', index: level }
}

const wifiEvents = (visit: Visit) => {
  const { company, person, stay, random } = visit
  if (!person.usesWifi) return
  const who: Who = { by: 'email', email: person.userName }
  let at = stay.arrivesAt + random.between(2 * MINUTE, 12 * MINUTE)
  for (; at < stay.leavesAt; at += random.between(80 * MINUTE, 160 * MINUTE)) {
    report(visit, { kind: 'wifi', at, node: accessPoint(company, stay) }, who)
  }
}

const deskEvents = (visit: Visit) => {
  const { company, person, stay, random } = visit
  if (stay.desk === null || !company.desks[stay.desk]?.hasSensor) return
  const node: NodeRef = { type: 'place', index: stay.desk }
  const who: Who = { by: 'user', person: person.index }
  const first = stay.arrivesAt + random.between(3 * MINUTE, 15 * MINUTE)
  report(visit, { kind: 'desk', at: first, node }, who)
  const again = first + random.between(200 * MINUTE, 260 * MINUTE)
  if (again < stay.leavesAt) report(visit, { kind: 'desk', at: again, node }, who)
}

/** People check in to meetings at the panel next to the door. */
const panelEvents = (visit: Visit) => {
  const { person, office, stay, random } = visit
  if (!random.chance(0.06) || office.spaces.length === 0) return
  const node: NodeRef = { type: 'space', index: random.pick(office.spaces) }
  const at = stay.arrivesAt + random.below(stay.leavesAt - stay.arrivesAt)
  report(visit, { kind: 'panel', at, node }, { by: 'email', email: person.userName })
}

/** Records all events of a person's stay. Some stays leave no events. */
export const recordStay = (company: Company, number: number, stay: Stay, recorder: Recorder) => {
  const person = company.people[stay.person]
  const office = company.offices[stay.office]
  if (!person || !office) return
  const random = randomOf(company.seed, PURPOSES.presence, stay.person, number)
  const visit: Visit = { company, day: dayText(number), person, office, stay, random, recorder, count: 0 }
  badgeEvents(visit)
  wifiEvents(visit)
  deskEvents(visit)
  panelEvents(visit)
}

/**
 * The docked device of a person who works in another office stays on the Wi-Fi of the home office, so one person is in two
 * offices on one day.
 */
export const recordDockedDevice = (
  company: Company,
  number: number,
  plan: PersonPlan,
  clocks: readonly LocalClock[],
  recorder: Recorder,
) => {
  const person = company.people[plan.person]
  const clock = person && clocks[person.office]
  const isElsewhere = plan.office !== null && plan.office !== person?.office
  if (!person || !clock || !isElsewhere || !person.usesWifi) return
  const random = randomOf(company.seed, PURPOSES.presence, plan.person, number, 1)
  const level = company.desks[person.favoriteDesk]?.level
  if (level === undefined || !random.chance(0.6)) return
  const at = clock(random.between(8 * 3600, 17 * 3600))
  const event: Happening = {
    kind: 'wifi',
    office: person.office,
    at,
    node: { type: 'level', index: level },
    mark: `${person.index}-docked`,
  }
  recorder.presence(event, { by: 'email', email: person.userName }, person.index)
}
