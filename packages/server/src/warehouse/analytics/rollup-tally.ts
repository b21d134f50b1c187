import type { SegmentRow } from '../segments/build-segments.ts'
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
const USER_AT = ',{"userId":"'.length

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

export const deskBitsOf = ({ desks }: Tally, locationId: string, day: string, placeId: string): DeskBits =>
  entryOf(
    entryOf(desks, deskMonthKey(locationId, day), () => new Map()),
    placeId,
    () => ({ booked: 0, used: 0 }),
  )

const entryOf = <V>(map: Map<string, V>, key: string, create: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

type IsPublished = (day: string, locationId: string) => boolean

/** Counts rows of segments as they pass, on published days only: 2 µs each. */
export const tallyRows = async function* (
  batches: AsyncIterable<SegmentRow[]>,
  tally: Tally,
  isPublished: IsPublished,
): AsyncGenerator<SegmentRow[]> {
  let open: { readonly day: string; readonly locationId: string; readonly count?: (row: SegmentRow) => void } | undefined
  for await (const rows of batches) {
    for (const row of rows) {
      const { day, locationId } = row
      if (open?.day !== day || open.locationId !== locationId) {
        open = {
          day,
          locationId,
          ...(isPublished(day, locationId) && { count: counterOf(tally, day, locationId, isPublished) }),
        }
      }
      open.count?.(row)
    }
    yield rows
  }
}

/** Counts the rows of one segment. */
const counterOf = (tally: Tally, day: string, locationId: string, isPublished: IsPublished): ((row: SegmentRow) => void) => {
  const people = entryOf(tally.people, monthOf(day), () => new Map<string, PersonBits>())
  const bit = bitOf(day)
  return ({ tag, row }) => {
    const [groupId, zoneId, placeId, planned, seen, primary] = IDS.map((_, index) =>
      tag.slice(index * ID_LENGTH, index * ID_LENGTH + UUID),
    )
    const [plan, type, booking] = [tag[PLAN_AT], tag[TYPE_AT], tag[BOOKING_AT]]
    const isUsed = type === 'c'
    const isSeen = isUsed || type === 'w'
    const add = (name: CountName, at: string | undefined) => {
      // The other building may be where the day is not over yet; it is counted when that day is published.
      if (at === undefined || (at !== locationId && !isPublished(day, at))) return
      const { counts } = groupTallyOf(dayTallyOf(tally, day, at), groupId as string)
      counts[INDEX[name]] = (counts[INDEX[name]] as number) + 1
    }
    if (plan === 'o') add('planned', planned)
    if (plan === 'r') add('remote', primary)
    if (plan === 'a') add('away', primary)
    if (type === 'n') add('noShow', planned)
    if (type === 'u') add('unconfirmed', planned)
    if (isUsed) add('confirmed', seen)
    if (type === 'w') add('walkIn', seen)
    if (type === 'w' && plan === 'o') add('elsewhere', planned)
    if (booking === 'b') {
      // A row with a booking belongs to the building of the booking.
      add('booked', locationId)
      if (zoneId !== undefined && zoneId !== NONE) {
        const zone = entryOf<[number, number]>(dayTallyOf(tally, day, locationId).zones, zoneId, () => [0, 0])
        zone[0] += 1
        if (isUsed) zone[1] += 1
      }
      if (placeId !== undefined && placeId !== NONE) {
        const desk = deskBitsOf(tally, locationId, day, placeId)
        desk.booked |= bit
        if (isUsed) desk.used |= bit
      }
    }
    const person = entryOf(people, row.toString('latin1', USER_AT, USER_AT + UUID), () => ({
      ...{ planned: 0, seen: 0, noShow: 0, involved: 0 },
    }))
    person.involved |= bit
    if (plan === 'o') person.planned |= bit
    if (isSeen) person.seen |= bit
    if (type === 'n') person.noShow |= bit
  }
}

const INDEX = Object.fromEntries(COUNTS.map((name, index) => [name, index])) as Record<CountName, number>
