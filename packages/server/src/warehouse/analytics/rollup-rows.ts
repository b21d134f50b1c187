import type { SegmentRow } from '../rows/segment-rows.ts'
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
  idOf,
  letterOf,
  NONE,
  peopleOfMonth,
  personBitsOf,
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

  return (row) => {
    const [plan, type] = [letterOf(row, 'plan'), letterOf(row, 'type')]
    const groupId = idOf(tally, row, 'primary_group')
    const isUsed = type === 'c'
    const isSeen = isUsed || type === 'w'
    const addPlanned = (name: CountName) => add(name, idOf(tally, row, 'planned_location'), groupId)
    if (plan === 'o') addPlanned('planned')
    if (plan === 'r') add('remote', idOf(tally, row, 'primary_location'), groupId)
    if (plan === 'a') add('away', idOf(tally, row, 'primary_location'), groupId)
    if (type === 'n') addPlanned('noShow')
    if (type === 'u') addPlanned('unconfirmed')
    if (type === 'w' && plan === 'o') addPlanned('elsewhere')
    if (isSeen) add(isUsed ? 'confirmed' : 'walkIn', idOf(tally, row, 'attendance_location'), groupId)
    if (letterOf(row, 'booking') === 'b') {
      // A row with a booking belongs to the building of the booking.
      add('booked', locationId, groupId)
      const [zoneId, placeId] = [idOf(tally, row, 'booking_zone'), idOf(tally, row, 'booking_place')]
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
    const person = personBitsOf(people, idOf(tally, row, 'user'))
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
