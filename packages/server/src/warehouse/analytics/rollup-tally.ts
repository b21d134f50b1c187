import { createUuidTexts } from '../../platform/sql/uuid-bytes.ts'
import { FIELD_LENGTH, ID_FIELD, LETTER_FIELD, type SegmentRow } from '../rows/segment-rows.ts'
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

const placesOf = <Name extends string>(names: readonly Name[], first: number, length: number) =>
  Object.fromEntries(names.map((name, index) => [name, first + index * length + FIELD_LENGTH])) as Readonly<Record<Name, number>>

/** The ids of an attendance row that rollups need, in the order of its fields. */
const IDS = [
  ...['user', 'primary_group', 'booking_zone', 'booking_place'],
  ...['planned_location', 'attendance_location', 'primary_location'],
] as const
/** The fields of an attendance row that rollups need: ids, and a letter each for plan, type and booking. */
export const ROLLUP_TAGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(IDS.map((name) => [`${name}_id`, `coalesce(a.${name}_id, '${NONE}')`])),
  plan_letter: `coalesce(a.plan, '-')`,
  type_letter: `case a.attendance_type
    when 'confirmed' then 'c' when 'noShow' then 'n' when 'unconfirmed' then 'u' when 'walkIn' then 'w' else '-' end`,
  booking_letter: `case when a.booking_id is null then '-' else 'b' end`,
}
const LETTERS = ['plan', 'type', 'booking'] as const
export const ROLLUP_TAGS_LENGTH = IDS.length * ID_FIELD + LETTERS.length * LETTER_FIELD

/** Where the value of each field is. */
const ID_AT = placesOf(IDS, 0, ID_FIELD)
const LETTER_AT = placesOf(LETTERS, IDS.length * ID_FIELD, LETTER_FIELD)

/** Reads one of the letters. */
export const letterOf = ({ received, tagsAt }: SegmentRow, name: (typeof LETTERS)[number]): string =>
  String.fromCharCode(received[tagsAt + LETTER_AT[name]] as number)

/** Reads one of the ids. */
export const idOf = ({ ids }: Tally, { received, tagsAt }: SegmentRow, name: (typeof IDS)[number]): string =>
  ids(received, tagsAt + ID_AT[name])

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
  /** The texts of ids of rows. */
  readonly ids: (bytes: Buffer, at: number) => string
}

export interface Tally extends MonthTally {
  readonly days: Map<string, DayTally>
}

export const createTally = (months: MonthTally): Tally => ({ days: new Map(), ...months })

/** The tallies of months, which batches of days share. */
export const createMonthTally = (): MonthTally => ({ desks: new Map(), people: new Map(), ids: createUuidTexts() })

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
