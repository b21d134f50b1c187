import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'

/**
 * The counts of attendance rows, named like their columns. Expected people are counted in the planned building, bookings in the
 * booked one, people who came where they were seen, and people who planned to be remote or away in their primary one (domain
 * §13).
 */
export const COUNTS = [
  'planned',
  'remote',
  'away',
  'confirmed',
  'noShow',
  'unconfirmed',
  'walkIn',
  'booked',
  // Office plans of people who were seen only in another building.
  'elsewhere',
  // Bookings that were released because no one checked in; no row tells of them.
  'released',
] as const
export type CountName = (typeof COUNTS)[number]

/** Stands for no primary group, no zone and no desk. */
export const NONE = NO_LOCATION_ID

const IDS = ['primary_group', 'booking_zone', 'booking_place', 'planned_location', 'attendance_location', 'primary_location']
/** The tags of an attendance row with the values that rollups need: ids, and a letter each for plan, type and booking. */
export const ROLLUP_TAGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(IDS.map((name) => [`${name}_id`, `coalesce(a.${name}_id, '${NONE}')`])),
  plan_letter: `coalesce(a.plan, '-')`,
  type_letter: `case a.attendance_type
    when 'confirmed' then 'c' when 'noShow' then 'n' when 'unconfirmed' then 'u' when 'walkIn' then 'w' else '-' end`,
  booking_letter: `case when a.booking_id is null then '-' else 'b' end`,
}
const UUID = 36
/** A byte follows each tag. */
const ID_LENGTH = UUID + 1
const LETTER_LENGTH = 2
const PLAN_AT = IDS.length * ID_LENGTH
const TYPE_AT = PLAN_AT + LETTER_LENGTH
const BOOKING_AT = TYPE_AT + LETTER_LENGTH
export const ROLLUP_TAG_LENGTH = BOOKING_AT + LETTER_LENGTH

const idAt = (tag: string, index: number): string => tag.slice(index * ID_LENGTH, index * ID_LENGTH + UUID)

/** The values of the tags of a row. */
export const readTags = (tag: string) => ({
  groupId: idAt(tag, 0),
  zoneId: idAt(tag, 1),
  placeId: idAt(tag, 2),
  plannedId: idAt(tag, 3),
  seenId: idAt(tag, 4),
  primaryId: idAt(tag, 5),
  plan: tag[PLAN_AT],
  type: tag[TYPE_AT],
  isBooked: tag[BOOKING_AT] === 'b',
})

/** One day of one location, by group and by zone. */
export interface DayTally {
  readonly day: string
  readonly locationId: string
  readonly groups: Map<string, GroupTally>
  /** The bookings, and the confirmed ones. */
  readonly zones: Map<string, [number, number]>
  spacesByHour: readonly number[] | null
  /** Of the rows of headcount; null if there are none. */
  visitorsByHour: number[] | null
  capacity: number | null
}
export interface GroupTally {
  readonly counts: number[]
  peopleByHour: readonly number[] | null
}

/** The days of one month as bits, the first in the lowest bit. */
export interface DeskBits {
  booked: number
  used: number
}
export interface PersonBits {
  planned: number
  seen: number
  noShow: number
  /** A row of any kind. */
  involved: number
}

/** Values by a first key, then by a second one. */
type Nested<V> = Map<string, Map<string, V>>

/** Days of one month at a time are bits of the same numbers. */
interface MonthTally {
  /** Keys are location and month, then desk. */
  readonly desks: Nested<DeskBits>
  /** Keys are month, then user. */
  readonly people: Nested<PersonBits>
}

export interface Tally extends MonthTally {
  readonly days: Map<string, DayTally>
}

export const createTally = (months: MonthTally): Tally => ({ days: new Map(), ...months })

/** The tallies of months, which batches of days share. */
export const createMonthTally = (): MonthTally => ({ desks: new Map(), people: new Map() })

export const monthOf = (day: string): string => `${day.slice(0, 8)}01`
export const bitOf = (day: string): number => 1 << (Number(day.slice(8)) - 1)
export const deskMonthKey = (locationId: string, day: string): string => locationId + monthOf(day)

export const dayTallyOf = ({ days }: Tally, day: string, locationId: string): DayTally =>
  entryOf(days, day + locationId, () => ({
    ...{ day, locationId, groups: new Map(), zones: new Map() },
    ...{ spacesByHour: null, visitorsByHour: null, capacity: null },
  }))

export const groupTallyOf = ({ groups }: DayTally, groupId: string): GroupTally =>
  entryOf(groups, groupId, () => ({ counts: COUNTS.map(() => 0), peopleByHour: null }))

/** The bookings of a zone, and the confirmed ones. */
export const zoneTallyOf = ({ zones }: DayTally, zoneId: string): [number, number] => entryOf(zones, zoneId, () => [0, 0])

/** The desks of a location in the month of the day. */
export const desksOf = ({ desks }: Tally, locationId: string, day: string): Map<string, DeskBits> =>
  entryOf(desks, deskMonthKey(locationId, day), () => new Map())

export const deskBitsOf = (desks: Map<string, DeskBits>, placeId: string): DeskBits =>
  entryOf(desks, placeId, () => ({ booked: 0, used: 0 }))

export const peopleOfMonth = ({ people }: Tally, day: string): Map<string, PersonBits> =>
  entryOf(people, monthOf(day), () => new Map())

export const personBitsOf = (people: Map<string, PersonBits>, userId: string): PersonBits =>
  entryOf(people, userId, () => ({ planned: 0, seen: 0, noShow: 0, involved: 0 }))

const entryOf = <V>(map: Map<string, V>, key: string, create: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
