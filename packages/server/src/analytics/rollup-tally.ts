import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'
import type { SegmentRow } from '../segments/segment-rows.ts'

/** What is counted of the rows of attendance, in the names of their columns. */
export const COUNTS = ['planned', 'remote', 'away', 'confirmed', 'noShow', 'unconfirmed', 'walkIn', 'booked'] as const
export type CountName = (typeof COUNTS)[number]

/** Stands for no primary group, no zone and no desk. */
export const NONE = NO_LOCATION_ID

/** What the rollups need of a row of attendance, ahead of it: three ids, and a letter each for plan and type. */
export const ROLLUP_TAG = `
  coalesce(a.primary_group_id, '${NONE}')::text || coalesce(a.booking_zone_id, '${NONE}')::text
  || coalesce(a.booking_place_id, '${NONE}')::text || coalesce(a.plan, '-')
  || case a.attendance_type when 'confirmed' then 'c' when 'noShow' then 'n' when 'unconfirmed' then 'u' when 'walkIn' then 'w'
    else '-' end || case when a.booking_id is null then '-' else 'b' end`
const UUID = 36
const ZONE_AT = UUID
const PLACE_AT = 2 * UUID
const PLAN_AT = 3 * UUID
export const ROLLUP_TAG_LENGTH = PLAN_AT + 3
const USER_AT = ',{"userId":"'.length

/** Which count a letter adds to. */
const indexOf = (name: CountName) => COUNTS.indexOf(name)
const BY_PLAN = new Map([
  ['o', indexOf('planned')],
  ['r', indexOf('remote')],
  ['a', indexOf('away')],
])
const BY_TYPE = new Map([
  ['c', indexOf('confirmed')],
  ['n', indexOf('noShow')],
  ['u', indexOf('unconfirmed')],
  ['w', indexOf('walkIn')],
])
const BOOKED = indexOf('booked')

/** One day of one location, by group and by zone. */
export interface DayTally {
  readonly day: string
  readonly locationId: string
  readonly groups: Map<string, GroupTally>
  /** Bookings, and confirmed ones. */
  readonly zones: Map<string, [number, number]>
  spacesByHour: readonly number[] | null
}
export interface GroupTally {
  readonly counts: number[]
  peopleByHour: readonly number[] | null
}

/** Days of one month as bits, the first in the lowest. */
export interface DeskBits {
  booked: number
  used: number
}
export interface PersonBits {
  planned: number
  seen: number
  noShow: number
}

/** By a first key, then by a second one. */
type Nested<V> = Map<string, Map<string, V>>

export interface Tally {
  readonly days: Map<string, DayTally>
  /** By location and month, then by desk. */
  readonly desks: Nested<DeskBits>
  /** By month, then by user. */
  readonly people: Nested<PersonBits>
}

export const createTally = (): Tally => ({ days: new Map(), desks: new Map(), people: new Map() })

export const monthOf = (day: string): string => `${day.slice(0, 8)}01`
export const bitOf = (day: string): number => 1 << (Number(day.slice(8)) - 1)
export const deskMonthKey = (locationId: string, day: string): string => locationId + monthOf(day)

export const dayTallyOf = ({ days }: Tally, day: string, locationId: string): DayTally =>
  entryOf(days, day + locationId, () => ({ day, locationId, groups: new Map(), zones: new Map(), spacesByHour: null }))

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

/** Counts rows of segments on their way, those of published days alone: 1 µs each. */
export const tallyRows = async function* (
  batches: AsyncIterable<SegmentRow[]>,
  tally: Tally,
  isPublished: (day: string, locationId: string) => boolean,
): AsyncGenerator<SegmentRow[]> {
  let open: { readonly day: string; readonly locationId: string; readonly count?: (row: SegmentRow) => void } | undefined
  for await (const rows of batches) {
    for (const row of rows) {
      const { day, locationId } = row
      if (open?.day !== day || open.locationId !== locationId) {
        open = { day, locationId, ...(isPublished(day, locationId) && { count: counterOf(tally, day, locationId) }) }
      }
      open.count?.(row)
    }
    yield rows
  }
}

/** Counts the rows of one segment. */
const counterOf = (tally: Tally, day: string, locationId: string): ((row: SegmentRow) => void) => {
  const ofDay = dayTallyOf(tally, day, locationId)
  const people = entryOf(tally.people, monthOf(day), () => new Map<string, PersonBits>())
  const bit = bitOf(day)
  return ({ tag, row }) => {
    const text = tag.toString('latin1')
    const [plan, type, depth] = [text[PLAN_AT] as string, text[PLAN_AT + 1] as string, text[PLAN_AT + 2]]
    const { counts } = groupTallyOf(ofDay, text.slice(0, UUID))
    const add = (index: number | undefined) => {
      if (index !== undefined) counts[index] = (counts[index] as number) + 1
    }
    add(BY_PLAN.get(plan))
    add(BY_TYPE.get(type))
    if (depth === 'b') {
      add(BOOKED)
      const [zoneId, placeId] = [text.slice(ZONE_AT, PLACE_AT), text.slice(PLACE_AT, PLAN_AT)]
      if (zoneId !== NONE) {
        const zone = entryOf<[number, number]>(ofDay.zones, zoneId, () => [0, 0])
        zone[0] += 1
        if (type === 'c') zone[1] += 1
      }
      if (placeId !== NONE) {
        const desk = deskBitsOf(tally, locationId, day, placeId)
        desk.booked |= bit
        if (type === 'c') desk.used |= bit
      }
    }
    const isSeen = type === 'c' || type === 'w'
    if (plan !== 'o' && !isSeen && type !== 'n') return
    const person = entryOf(people, row.toString('latin1', USER_AT, USER_AT + UUID), () => ({ planned: 0, seen: 0, noShow: 0 }))
    if (plan === 'o') person.planned |= bit
    if (isSeen) person.seen |= bit
    if (type === 'n') person.noShow |= bit
  }
}
