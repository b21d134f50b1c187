import type { SegmentRow } from '../segments/build-segments.ts'
import {
  bitOf,
  COUNTS,
  type CountName,
  type DayTally,
  type DeskBits,
  dayTallyOf,
  deskBitsOf,
  desksOf,
  groupTallyOf,
  NONE,
  peopleOfMonth,
  personBitsOf,
  readTags,
  type Tally,
  zoneTallyOf,
} from './rollup-tally.ts'

type IsPublished = (day: string, locationId: string) => boolean

/** Counts rows of segments as they pass, on published days only. */
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

const UUID = 36
const USER_AT = ',{"userId":"'.length

/** Counts the rows of one segment. What their counts share is looked up once: the day of the location, and its desks of the month. */
const counterOf = (tally: Tally, day: string, locationId: string, isPublished: IsPublished): ((row: SegmentRow) => void) => {
  const people = peopleOfMonth(tally, day)
  const bit = bitOf(day)
  let here: DayTally | undefined
  let desks: Map<string, DeskBits> | undefined
  const dayHere = (): DayTally => {
    // A location of which nothing is counted has no row in the rollups.
    here ??= dayTallyOf(tally, day, locationId)
    return here
  }
  const add = createAdder((at) => {
    // The other building may be where the day is not over yet; it is counted when that day is published.
    if (at === locationId) return dayHere()
    return isPublished(day, at) ? dayTallyOf(tally, day, at) : undefined
  })

  return ({ tag, row }) => {
    const { groupId, zoneId, placeId, plannedId, seenId, primaryId, plan, type, isBooked } = readTags(tag)
    const isUsed = type === 'c'
    const isSeen = isUsed || type === 'w'
    if (plan === 'o') add('planned', plannedId, groupId)
    if (plan === 'r') add('remote', primaryId, groupId)
    if (plan === 'a') add('away', primaryId, groupId)
    if (type === 'n') add('noShow', plannedId, groupId)
    if (type === 'u') add('unconfirmed', plannedId, groupId)
    if (type === 'w' && plan === 'o') add('elsewhere', plannedId, groupId)
    if (isUsed) add('confirmed', seenId, groupId)
    if (type === 'w') add('walkIn', seenId, groupId)
    if (isBooked) {
      // A row with a booking belongs to the building of the booking.
      add('booked', locationId, groupId)
      if (zoneId !== NONE) {
        const zone = zoneTallyOf(dayHere(), zoneId)
        zone[0] += 1
        if (isUsed) zone[1] += 1
      }
      if (placeId !== NONE) {
        desks ??= desksOf(tally, locationId, day)
        const desk = deskBitsOf(desks, placeId)
        desk.booked |= bit
        if (isUsed) desk.used |= bit
      }
    }
    const person = personBitsOf(people, row.toString('latin1', USER_AT, USER_AT + UUID))
    person.involved |= bit
    if (plan === 'o') person.planned |= bit
    if (isSeen) person.seen |= bit
    if (type === 'n') person.noShow |= bit
  }
}

const INDEX = Object.fromEntries(COUNTS.map((name, index) => [name, index])) as Record<CountName, number>

/** Adds to the counts of groups. Most counts of a row are about the same building and group as the one before. */
const createAdder = (dayAt: (locationId: string) => DayTally | undefined) => {
  let last: { readonly locationId: string; readonly groupId: string; readonly counts: number[] | undefined } | undefined
  return (name: CountName, locationId: string, groupId: string): void => {
    if (last?.locationId !== locationId || last.groupId !== groupId) {
      const ofDay = dayAt(locationId)
      last = { locationId, groupId, counts: ofDay && groupTallyOf(ofDay, groupId).counts }
    }
    if (last.counts) last.counts[INDEX[name]] = (last.counts[INDEX[name]] as number) + 1
  }
}
