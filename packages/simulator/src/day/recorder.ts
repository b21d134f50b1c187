import type { Company } from '../company/types.ts'
import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import { dayText, type LocalClock } from './calendar.ts'
import { type Courier, createCourier, type SourceKind } from './delivery.ts'
import { sourceIdOf } from './sources.ts'
import type { Delivery, ExpectedCounts, NodeRef, PresenceTruth, SeenAt, Sighting, VisitorDelivery, Who } from './types.ts'

/** An event as it happens, before its source delivers it. */
export interface Happening {
  kind: SourceKind
  office: number
  at: number
  node: NodeRef
  /** Distinguishes it within its source and day, for example person and count. */
  mark: string
}

export interface Recorder {
  /** `person` is the person that the service can resolve; null if it must refuse the event. */
  presence(event: Happening, who: Who, person: number | null): void
  occupancy(event: Happening, reading: { occupied?: boolean; occupancy?: number }): void
  /** `isValid`: there is no host, or the service knows the host. */
  visitor(event: Happening, what: Pick<VisitorDelivery, 'eventType' | 'visitor'>, isValid: boolean): void
  deliveries(): Delivery[]
  truth(): PresenceTruth[]
  sightings(): Sighting[]
  readonly expected: Map<string, ExpectedCounts>
}

const noteSeen = (seen: Map<number, SeenAt[]>, person: number, office: number, at: number) => {
  const offices = seen.get(person) ?? []
  if (offices.length === 0) seen.set(person, offices)
  const entry = offices.find((one) => one.office === office)
  if (!entry) offices.push({ office, firstSeen: at, lastSeen: at })
  else {
    entry.firstSeen = Math.min(entry.firstSeen, at)
    entry.lastSeen = Math.max(entry.lastSeen, at)
  }
}

const truthOf = (seen: Map<number, SeenAt[]>): PresenceTruth[] =>
  [...seen]
    .sort(([a], [b]) => a - b)
    .map(([person, offices]) => ({ person, offices: offices.sort((a, b) => a.office - b.office) }))

/** Records the events of one day with their delivery times and expected results. */
export const createRecorder = (company: Company, number: number, clocks: readonly LocalClock[]): Recorder => {
  const deliveries: Delivery[] = []
  const expected = new Map<string, ExpectedCounts>()
  const seen = new Map<number, SeenAt[]>()
  const sightings: Sighting[] = []
  const couriers = new Map<string, Courier>()
  const day = dayText(number)
  const random: Random = randomOf(company.seed, PURPOSES.delivery, number)

  const courierOf = ({ office, kind }: Happening): Courier => {
    const key = `${kind}-${office}`
    const known = couriers.get(key)
    if (known) return known
    const made = createCourier(company, number, office, kind, clocks[office] ?? (() => 0))
    couriers.set(key, made)
    return made
  }

  const identify = (event: Happening) => {
    const office = company.offices[event.office]
    if (!office) throw new RangeError(`No office ${event.office}`)
    const eventId = `${company.tag}-${number}-${event.kind}-${event.mark}`
    return {
      sourceId: sourceIdOf(office, event.kind),
      eventId,
      at: event.at,
      deliverAt: event.at,
      isRepeat: false,
      node: event.node,
    }
  }

  const record = (event: Happening, delivery: Delivery, isValid: boolean) => {
    const counts = expected.get(delivery.sourceId) ?? { accepted: 0, duplicate: 0, refused: 0 }
    expected.set(delivery.sourceId, counts)
    for (const one of courierOf(event)(delivery, random)) {
      deliveries.push(one)
      counts[isValid ? (one.isRepeat ? 'duplicate' : 'accepted') : 'refused'] += 1
    }
  }

  /** An office reports no presence before its systems are installed. */
  const isReporting = ({ office }: Happening) => {
    const { reportsFrom = null } = company.offices[office] ?? {}
    return reportsFrom !== null && reportsFrom <= day
  }

  return {
    presence: (event, who, person) => {
      if (!isReporting(event)) return
      if (person !== null) {
        noteSeen(seen, person, event.office, event.at)
        sightings.push({ person, office: event.office, node: event.node, at: event.at })
      }
      record(event, { kind: 'presence', ...identify(event), who }, person !== null)
    },
    occupancy: (event, reading) => record(event, { kind: 'occupancy', ...identify(event), ...reading }, true),
    visitor: (event, what, isValid) => record(event, { kind: 'visitor', ...identify(event), ...what }, isValid),
    deliveries: () => deliveries.sort((a, b) => a.deliverAt - b.deliverAt),
    truth: () => truthOf(seen),
    sightings: () => sightings,
    expected,
  }
}
