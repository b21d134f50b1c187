import type { Company } from '../company/types.ts'
import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import type { LocalClock } from './calendar.ts'
import type { Delivery } from './types.ts'

const SECOND = 1000
const HOUR = 3_600_000

/** Kinds of sources. Each delivers at its own pace and has its own outages. */
export const SOURCE_KINDS = ['badge', 'wifi', 'desk', 'panel', 'seat', 'room', 'reception'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Longest usual delay: doors report immediately, Wi-Fi controllers are polled. */
const USUAL_DELAY_MS: Readonly<Record<SourceKind, number>> = {
  badge: 60 * SECOND,
  wifi: 300 * SECOND,
  desk: 20 * SECOND,
  panel: 10 * SECOND,
  seat: 120 * SECOND,
  room: 120 * SECOND,
  reception: 30 * SECOND,
}

/** During an outage a source keeps its events, and delivers them afterwards. */
interface Outage {
  from: number
  to: number
}

const outageOf = (seed: number, number: number, office: number, kind: SourceKind, clock: LocalClock): Outage | null => {
  const random = randomOf(seed, PURPOSES.outage, number, office, SOURCE_KINDS.indexOf(kind))
  if (!random.chance(0.02)) return null
  const from = clock(random.between(7 * 3600, 15 * 3600))
  return { from, to: from + random.between(2, 30) * HOUR }
}

/** Returns the delivery times of the events of one source. */
export type Courier = (event: Delivery, random: Random) => Delivery[]

/** One in five late events is days late instead of hours. */
const delayOf = (kind: SourceKind, late: number, random: Random): number => {
  const draw = random.next()
  if (draw < late / 5) return random.between(24, 96) * HOUR + random.below(HOUR)
  if (draw < late) return random.between(1, 20) * HOUR + random.below(HOUR)
  return random.below(USUAL_DELAY_MS[kind])
}

/** Delivers each event once, and some twice. */
export const createCourier = (company: Company, number: number, office: number, kind: SourceKind, clock: LocalClock): Courier => {
  const { seed, late, duplicates } = company
  const outage = outageOf(seed, number, office, kind, clock)
  return (event, random) => {
    const usual = event.at + delayOf(kind, late, random)
    const isHeldBack = outage !== null && event.at >= outage.from && usual < outage.to
    event.deliverAt = isHeldBack ? outage.to + random.below(120 * SECOND) : usual
    if (!random.chance(duplicates)) return [event]
    const again = random.chance(0.7) ? random.below(60 * SECOND) : random.below(30 * HOUR)
    return [event, { ...event, deliverAt: event.deliverAt + 1 + again, isRepeat: true }]
  }
}
