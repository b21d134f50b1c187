import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import { dayAfter } from './dates.ts'
import { ROOM_NAMES } from './names.ts'
import type { Country, Desk, Level, Office, Space, Zone, ZoneKind } from './types.ts'

interface Site {
  code: string
  name: string
  address: string
  timeZone: string
  country: Country | null
  /** Share of the people with this home office. */
  share: number
  /** Days after the first day on which its systems start to report presence; null: never. */
  reportsAfter: number | null
  readsCards: boolean
}

const REPORTS_AT_ONCE = { reportsAfter: 0, readsCards: false, country: null }

/**
 * Three sites have northern daylight saving time, two southern, and one a half-hour offset without it. One reads cards, one gets
 * its systems after some days, and one has none.
 */
export const SITES: readonly Site[] = [
  {
    ...{ code: 'berlin', name: 'Berlin Mitte', address: 'Invalidenstrasse 1, 10115 Berlin', timeZone: 'Europe/Berlin' },
    ...{ share: 0.38, ...REPORTS_AT_ONCE, country: 'germany' },
  },
  {
    ...{ code: 'new-york', name: 'New York Hudson', address: '400 W 33rd St, New York, NY 10001', timeZone: 'America/New_York' },
    ...{ share: 0.28, ...REPORTS_AT_ONCE, readsCards: true, country: 'united-states' },
  },
  {
    ...{ code: 'bengaluru', name: 'Bengaluru Indiranagar', address: '100 Feet Rd, Bengaluru 560038', timeZone: 'Asia/Kolkata' },
    ...{ share: 0.18, ...REPORTS_AT_ONCE },
  },
  {
    ...{ code: 'sydney', name: 'Sydney Barangaroo', address: '1 Barangaroo Ave, Sydney NSW 2000', timeZone: 'Australia/Sydney' },
    ...{ share: 0.08, ...REPORTS_AT_ONCE },
  },
  {
    ...{ code: 'auckland', name: 'Auckland Wynyard', address: '20 Daldy St, Auckland 1010', timeZone: 'Pacific/Auckland' },
    ...{ share: 0.05, ...REPORTS_AT_ONCE, reportsAfter: 8 },
  },
  {
    ...{ code: 'lisbon', name: 'Lisbon Baixa', address: 'Rua Augusta 12, 1100-053 Lisboa', timeZone: 'Europe/Lisbon' },
    ...{ share: 0.03, ...REPORTS_AT_ONCE, reportsAfter: null },
  },
]

const DESKS_PER_PERSON = 0.7
const SIDES = ['North', 'East', 'South', 'West']
const SPACE_TYPES = [
  { type: 'meeting-room', capacity: 8 },
  { type: 'meeting-room', capacity: 14 },
  { type: 'booth', capacity: 1 },
  { type: 'focus-room', capacity: 4 },
]

/** All nodes of the buildings. */
export interface Premises {
  offices: Office[]
  levels: Level[]
  zones: Zone[]
  desks: Desk[]
  spaces: Space[]
}

const pad = (value: number, width: number) => String(value).padStart(width, '0')

const ROW = 10

/** One in four zones of a large level is booked by capacity. Rows have ten desks, 1.6 m apart. */
const addZone = (all: Premises, level: Level, side: number, deskCount: number, random: Random) => {
  const kind: ZoneKind = (level.index + side) % 4 === 0 ? 'neighborhood' : 'individual'
  const name = `${level.ordinal} ${SIDES[side]}`
  const zone: Zone = { index: all.zones.length, office: level.office, level: level.index, name, kind, desks: [] }
  all.zones.push(zone)
  level.zones.push(zone.index)
  const left = (side % 2) * (Math.min(deskCount, ROW) * 1.6 + 4)
  const top = Math.floor(side / 2) * (Math.ceil(deskCount / ROW) * 2.4 + 4)
  for (let n = 0; n < deskCount; n += 1) {
    const index = all.desks.length
    all.desks.push({
      index,
      office: level.office,
      level: level.index,
      zone: zone.index,
      name: `D-${level.ordinal}${SIDES[side]?.charAt(0)}-${pad(n + 1, 3)}`,
      x: Math.round((left + (n % ROW) * 1.6) * 10) / 10,
      y: Math.round((top + Math.floor(n / ROW) * 2.4) * 10) / 10,
      hasSensor: random.chance(0.3),
      amenities: [],
      screens: 0,
      assignedTo: null,
    })
    zone.desks.push(index)
    all.offices[level.office]?.desks.push(index)
  }
}

const addSpaces = (all: Premises, level: Level, deskCount: number, random: Random) => {
  const count = Math.max(1, Math.round(deskCount / 12))
  for (let n = 0; n < count; n += 1) {
    const { type, capacity } = SPACE_TYPES[n % SPACE_TYPES.length] ?? { type: 'booth', capacity: 1 }
    const round = Math.floor(n / ROOM_NAMES.length)
    const name = `Room ${ROOM_NAMES[n % ROOM_NAMES.length]}${round ? ` ${round + 1}` : ''}`
    const index = all.spaces.length
    all.spaces.push({ index, office: level.office, level: level.index, name, type, capacity, hasSensor: random.chance(0.7) })
    level.spaces.push(index)
    all.offices[level.office]?.spaces.push(index)
  }
}

/** Adds about eight levels of 20 to 400 desks each. */
const furnish = (all: Premises, office: Office, deskCount: number, random: Random) => {
  const perLevel = Math.min(400, Math.max(20, Math.ceil(deskCount / 8)))
  for (let left = deskCount, ordinal = 0; left > 0; left -= perLevel, ordinal += 1) {
    const here = Math.min(left, perLevel)
    const index = all.levels.length
    const level: Level = { index, office: office.index, name: `Level ${ordinal}`, ordinal, zones: [], spaces: [] }
    all.levels.push(level)
    office.levels.push(index)
    const sides = here < 8 ? 1 : SIDES.length
    for (let side = 0; side < sides; side += 1) {
      const from = Math.floor((here * side) / sides)
      addZone(all, level, side, Math.floor((here * (side + 1)) / sides) - from, random)
    }
    addSpaces(all, level, here, random)
  }
}

/** Buildings sized for the people with this home office. */
export const buildPremises = (seed: number, startDay: string, headcounts: readonly number[]): Premises => {
  const all: Premises = { offices: [], levels: [], zones: [], desks: [], spaces: [] }
  for (const [index, { share: _share, reportsAfter, ...site }] of SITES.slice(0, headcounts.length).entries()) {
    const random = randomOf(seed, PURPOSES.office, index)
    const people = headcounts[index] ?? 0
    const bays = Array.from({ length: Math.ceil(people / 25) }, (_, n) => `P-${pad(n + 1, 2)}`)
    const reportsFrom = reportsAfter === null ? null : dayAfter(startDay, reportsAfter)
    const office: Office = { index, ...site, reportsFrom, levels: [], desks: [], spaces: [], parkingBays: bays, checkInBy: null }
    all.offices.push(office)
    furnish(all, office, Math.max(2, Math.round(people * DESKS_PER_PERSON)), random)
  }
  return all
}
