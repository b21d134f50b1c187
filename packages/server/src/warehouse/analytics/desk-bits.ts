import { uuidAt } from '../../platform/sql/uuid-bytes.ts'
import type { DeskBits } from './rollup-tally.ts'

/** The bytes of a desk: its id, and the days on which it was booked and used (table desk_months). */
const ENTRY = 24
const ID_BYTES = 16

export const unpackDesks = (bytes: Buffer): Map<string, DeskBits> => {
  const desks = new Map<string, DeskBits>()
  for (let at = 0; at < bytes.length; at += ENTRY) {
    desks.set(uuidAt(bytes, at), { booked: bytes.readInt32BE(at + ID_BYTES), used: bytes.readInt32BE(at + ID_BYTES + 4) })
  }
  return desks
}

/** Desks that have any day, sorted by id: the same desks are the same bytes. */
export const packDesks = (desks: ReadonlyMap<string, DeskBits>): Buffer => {
  const kept = [...desks].filter(([, { booked, used }]) => (booked | used) !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  const bytes = Buffer.alloc(kept.length * ENTRY)
  for (const [index, [id, { booked, used }]] of kept.entries()) {
    const at = index * ENTRY
    bytes.write(id.replaceAll('-', ''), at, 'hex')
    bytes.writeInt32BE(booked, at + ID_BYTES)
    bytes.writeInt32BE(used, at + ID_BYTES + 4)
  }
  return bytes
}

/** Replaces the days of `mask` by those of `fresh` and keeps the others. */
export const mergeDesks = (
  before: ReadonlyMap<string, DeskBits>,
  mask: number,
  fresh: ReadonlyMap<string, DeskBits>,
): Map<string, DeskBits> => {
  const merged = new Map<string, DeskBits>()
  for (const [id, { booked, used }] of before) merged.set(id, { booked: booked & ~mask, used: used & ~mask })
  for (const [id, { booked, used }] of fresh) {
    const kept = merged.get(id) ?? { booked: 0, used: 0 }
    merged.set(id, { booked: kept.booked | booked, used: kept.used | used })
  }
  return merged
}

/** The days of a desk, summed over months. */
export interface DeskDays {
  bookedDays: number
  usedDays: number
  /** The days with a booking, with use, or with both. */
  takenDays: number
}

/** The days of a month that count, as bits: for bookings, and for use, which is known where presence is reported. */
export interface DayMasks {
  booked: number
  used: number
}

/** The days of desks, added up month by month. */
export interface DeskSums {
  /** Adds a month of a location. It is fastest if the months of one location follow each other. */
  add(bytes: Buffer, masks: DayMasks): void
  /** Undefined without any days. */
  of(key: DeskKey): DeskDays | undefined
}

/**
 * Adds the days of the masks. Desks are sorted by id, so most are found by walking through the month before at the same time, and only
 * others by a text.
 */
export const createDeskSums = (): DeskSums => {
  const sums = new Map<DeskKey, DeskDays>()
  let before: { readonly bytes: Buffer; readonly sums: readonly DeskDays[] } = { bytes: Buffer.alloc(0), sums: [] }
  const sumOf = (bytes: Buffer, at: number): DeskDays => {
    const key = keyAt(bytes, at)
    const known = sums.get(key)
    if (known) return known
    const created = { bookedDays: 0, usedDays: 0, takenDays: 0 }
    sums.set(key, created)
    return created
  }
  return {
    add(bytes, masks) {
      const now: DeskDays[] = []
      let place = 0
      for (let at = 0; at < bytes.length; at += ENTRY) {
        while (place < before.sums.length && compareIds(before.bytes, place * ENTRY, bytes, at) < 0) place += 1
        const isSame = place < before.sums.length && compareIds(before.bytes, place * ENTRY, bytes, at) === 0
        const sum = isSame ? (before.sums[place] as DeskDays) : sumOf(bytes, at)
        now.push(sum)
        const booked = bytes.readInt32BE(at + ID_BYTES) & masks.booked
        const used = bytes.readInt32BE(at + ID_BYTES + 4) & masks.used
        sum.bookedDays += bitCount(booked)
        sum.usedDays += bitCount(used)
        sum.takenDays += bitCount(booked | used)
      }
      before = { bytes, sums: now }
    },
    of: (key) => sums.get(key),
  }
}

const compareIds = (a: Buffer, at: number, b: Buffer, bt: number): number => {
  for (let byte = 0; byte < ID_BYTES; byte += 4) {
    const difference = a.readUInt32BE(at + byte) - b.readUInt32BE(bt + byte)
    if (difference !== 0) return difference
  }
  return 0
}

/** The bytes of the id of a desk as a text, which takes less than its usual one to make of bytes and to find in a map. */
export type DeskKey = string & { readonly __brand: 'DeskKey' }

const keyAt = (bytes: Buffer, at: number): DeskKey => bytes.toString('latin1', at, at + ID_BYTES) as DeskKey

export const deskKeyOf = (placeId: string): DeskKey => keyAt(Buffer.from(placeId.replaceAll('-', ''), 'hex'), 0)
export const placeIdOf = (key: DeskKey): string => uuidAt(Buffer.from(key, 'latin1'), 0)

/** The keys of ids that follow each other. */
export const deskKeysIn = (ids: Buffer): DeskKey[] =>
  Array.from({ length: ids.length / ID_BYTES }, (_, index) => keyAt(ids, index * ID_BYTES))

/** Adds the days of one desk, which is found by bisection, because desks are sorted by id. */
export const addDaysOfDesk = (sum: DeskDays, bytes: Buffer, key: DeskKey, masks: DayMasks): void => {
  const id = Buffer.from(key, 'latin1')
  let [low, high] = [0, bytes.length / ENTRY]
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = middle * ENTRY
    const order = bytes.compare(id, 0, ID_BYTES, at, at + ID_BYTES)
    if (order < 0) low = middle + 1
    else if (order > 0) high = middle
    else {
      const booked = bytes.readInt32BE(at + ID_BYTES) & masks.booked
      const used = bytes.readInt32BE(at + ID_BYTES + 4) & masks.used
      sum.bookedDays += bitCount(booked)
      sum.usedDays += bitCount(used)
      sum.takenDays += bitCount(booked | used)
      return
    }
  }
}

/** Counts the bits of a number that is not negative. */
const bitCount = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
