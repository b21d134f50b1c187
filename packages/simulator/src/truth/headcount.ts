import type { Company, Office } from '../company/types.ts'
import { localDayOf } from '../day/calendar.ts'
import type { SimulatedDay } from '../day/types.ts'
import { type Circumstances, plannedOffice } from './attendance.ts'
import { type CountedNode, containersOf, hourOf, namesOf } from './nodes.ts'
import type { HeadcountDayTruth } from './rows.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** First and last moment of someone at a node. */
interface Span {
  first: number
  last: number
}

/** Where clocks go back, the last hour may come before the first one. */
const hoursOf = ({ timeZone }: Office, { first, last }: Span): Set<number> => {
  const [one, other] = [hourOf(timeZone, first), hourOf(timeZone, last)]
  return new Set(HOURS.filter((hour) => hour >= Math.min(one, other) && hour <= Math.max(one, other)))
}

const countByHour = (office: Office, spans: Iterable<Span>): number[] => {
  const counts = HOURS.map(() => 0)
  for (const span of spans) for (const hour of hoursOf(office, span)) counts[hour] = (counts[hour] ?? 0) + 1
  return counts
}

/** The building, its levels and its zones, with what can be booked there. */
const nodesOf = (company: Company, { index: office, levels, desks }: Office) => [
  { office, level: null, zone: null, capacity: desks.length },
  ...levels.flatMap((level) => {
    const zones = company.levels[level]?.zones ?? []
    const places = (zone: number) => company.zones[zone]?.desks.length ?? 0
    return [
      { office, level, zone: null, capacity: zones.reduce((sum, zone) => sum + places(zone), 0) },
      ...zones.map((zone) => ({ office, level, zone, capacity: places(zone) })),
    ]
  }),
]

/** Whether a place is the node or inside it. */
const isIn = (node: CountedNode, place: CountedNode): boolean =>
  (node.zone ?? place.zone) === place.zone && (node.level ?? place.level) === place.level

type Seen = CountedNode & { person: number; at: number }

const spansAt = (node: CountedNode, seen: readonly Seen[]): Span[] => {
  const spans = new Map<number, Span>()
  for (const { person, at, ...place } of seen) {
    if (!isIn(node, { office: place.office, level: place.level, zone: place.zone })) continue
    const { first, last } = spans.get(person) ?? { first: at, last: at }
    spans.set(person, { first: Math.min(first, at), last: Math.max(last, at) })
  }
  return [...spans.values()]
}

function* headcountOf(simulated: SimulatedDay, office: Office, around: Circumstances): Generator<HeadcountDayTruth> {
  const { company, day, reporting, moment } = around
  const seen = simulated.sightings
    .filter((sighting) => sighting.office === office.index)
    .map(({ person, at, node }) => ({ person, at, ...containersOf(company, office.index, node) }))
  const booked = simulated.plans.flatMap(({ booking }) =>
    booking?.office === office.index
      ? [{ office: office.index, level: company.zones[booking.zone ?? -1]?.level ?? null, zone: booking.zone }]
      : [],
  )
  const planned = simulated.plans.filter((plan) => {
    const person = company.people[plan.person]
    return person && plannedOffice(person, plan) === office.index
  }).length
  const visits = simulated.visits.flatMap(({ office: at, visitor: { host }, arrivedAt, departedAt }) =>
    at === office.index && arrivedAt !== null && (host === null || 'person' in host)
      ? [{ first: arrivedAt, last: departedAt ?? arrivedAt }]
      : [],
  )
  const hasStarted = day <= localDayOf(office.timeZone, moment)
  const hasLevels = seen.some(({ level }) => level !== null)
  const hasZones = seen.some(({ zone }) => zone !== null)
  for (const { capacity, ...node } of nodesOf(company, office)) {
    const isBuilding = node.level === null
    const spans = spansAt(node, seen)
    const bookings = booked.filter((place) => isIn(node, place)).length
    if (spans.length + bookings + (isBuilding ? visits.length + planned : 0) === 0) continue
    const isReported = isBuilding ? reporting.has(office.index) : node.zone === null ? hasLevels : hasZones
    yield {
      ...{ type: 'headcountDay', day, ...namesOf(company, node) },
      people: hasStarted && isReported ? countByHour(office, spans) : null,
      visitors: isBuilding ? countByHour(office, visits) : null,
      planned: isBuilding ? planned : null,
      ...{ booked: bookings, capacity },
    }
  }
}

/** One row for each building, level and zone where anyone was seen, visited, was planned or booked. */
export function* headcountDays(simulated: SimulatedDay, around: Circumstances): Generator<HeadcountDayTruth> {
  for (const office of around.company.offices) yield* headcountOf(simulated, office, around)
}
