/** A stream of pseudo-random numbers. Equal keys give equal streams, on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform integer in [0, bound). */
  below(bound: number): number
  /** Uniform integer in [from, to]. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Roughly normal with this mean and standard deviation, limited to 3.5 standard deviations. */
  around(mean: number, deviation: number): number
}

/** The final mix of MurmurHash3: every input bit flips about half of the output bits. */
const mix = (value: number): number => {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

const combine = (keys: readonly number[]): number =>
  keys.reduce((state, key) => mix(Math.imul(state, 31) + (key | 0) + 0x9e3779b9), 0)

const drawPick = <T>(items: readonly T[], index: number): T => {
  const item = items[index]
  if (item === undefined) throw new RangeError('Nothing to pick from')
  return item
}

/**
 * The stream of these integer keys, for example seed, purpose, person and day. Streams are independent, so days can be simulated
 * separately and in any order. The generator is Mulberry32: small, fast and good enough here.
 */
export const randomOf = (...keys: number[]): Random => {
  let state = combine(keys)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (probability) => next() < probability,
    pick: (items) => drawPick(items, below(items.length)),
    around: (mean, deviation) => mean + deviation * (next() + next() + next() + next() - 2) * Math.sqrt(3),
  }
}

/** Purposes of streams. Each stream has its own purpose, so a new kind of draw does not shift existing ones. */
export const PURPOSES = {
  person: 1,
  weekPlan: 2,
  dayPlan: 3,
  week: 4,
  booking: 5,
  conduct: 6,
  presence: 7,
  delivery: 8,
  room: 9,
  stranger: 10,
  outage: 11,
  gathering: 12,
  office: 13,
  card: 14,
  visitor: 15,
  planChange: 16,
  parking: 17,
  timeOff: 18,
  meetup: 19,
  equipment: 20,
} as const
