import { bytesOfUuid, UUID_BYTES, type UuidNumbers, uuidAt } from '../../platform/sql/uuid-bytes.ts'
import type { DeskBits } from './rollup-tally.ts'

/** The bytes of a desk: its id, and the days on which it was booked and used (table desk_months). */
const ENTRY = UUID_BYTES + 8

export const unpackDesks = (bytes: Buffer): Map<string, DeskBits> => {
  const desks = new Map<string, DeskBits>()
  for (let at = 0; at < bytes.length; at += ENTRY) {
    desks.set(uuidAt(bytes, at), { booked: bytes.readInt32BE(at + UUID_BYTES), used: bytes.readInt32BE(at + UUID_BYTES + 4) })
  }
  return desks
}

/** Desks that have any day, sorted by id: the same desks are the same bytes. */
export const packDesks = (desks: ReadonlyMap<string, DeskBits>): Buffer => {
  const kept = [...desks].filter(([, { booked, used }]) => (booked | used) !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  const bytes = Buffer.alloc(kept.length * ENTRY)
  for (const [index, [id, { booked, used }]] of kept.entries()) {
    const at = index * ENTRY
    bytesOfUuid(id).copy(bytes, at)
    bytes.writeInt32BE(booked, at + UUID_BYTES)
    bytes.writeInt32BE(used, at + UUID_BYTES + 4)
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
  /** Adds a month of a location. */
  add(bytes: Buffer, masks: DayMasks): void
  /** Of the desk with this number. */
  of(desk: number): DeskDays
}

/** Adds the days of the masks. */
export const createDeskSums = (desks: UuidNumbers): DeskSums => {
  const sums: DeskDays[] = []
  return {
    add(bytes, masks) {
      for (let at = 0; at < bytes.length; at += ENTRY) {
        const desk = desks.at(bytes, at)
        // Numbers follow each other, so that nothing is skipped for long.
        for (let next = sums.length; next <= desk; next++) sums.push({ bookedDays: 0, usedDays: 0, takenDays: 0 })
        addDays(sums[desk] as DeskDays, bytes, at, masks)
      }
    },
    of: (desk) => sums[desk] ?? NO_DAYS,
  }
}

export const NO_DAYS: DeskDays = { bookedDays: 0, usedDays: 0, takenDays: 0 }

const addDays = (sum: DeskDays, bytes: Buffer, at: number, masks: DayMasks): void => {
  const booked = bytes.readInt32BE(at + UUID_BYTES) & masks.booked
  const used = bytes.readInt32BE(at + UUID_BYTES + 4) & masks.used
  sum.bookedDays += bitCount(booked)
  sum.usedDays += bitCount(used)
  sum.takenDays += bitCount(booked | used)
}

/** Adds the days of one desk, which is found by bisection, because desks are sorted by id. */
export const addDaysOfDesk = (sum: DeskDays, bytes: Buffer, placeId: string, masks: DayMasks): void => {
  const id = bytesOfUuid(placeId)
  let [low, high] = [0, bytes.length / ENTRY]
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = middle * ENTRY
    const order = bytes.compare(id, 0, UUID_BYTES, at, at + UUID_BYTES)
    if (order < 0) low = middle + 1
    else if (order > 0) high = middle
    else {
      addDays(sum, bytes, at, masks)
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
