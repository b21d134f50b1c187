import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { daysFrom } from '../../platform/time/day.ts'
import type { SegmentRow } from '../segments/build-segments.ts'
import { replaceDesks, replacePeople } from './month-store.ts'
import { peopleOf, tallyEvents } from './rollup-events.ts'
import { GROUP_ROLLUPS, LOCATION_ROLLUPS, listStoredSpaces, replaceDays, ZONE_ROLLUPS } from './rollup-store.ts'
import {
  bitOf,
  COUNTS,
  createTally,
  type DayTally,
  type DeskBits,
  dayTallyOf,
  deskMonthKey,
  monthOf,
  tallyRows,
} from './rollup-tally.ts'

/** The topics that change rollups but no segment (`mark_hours()` in the database, and the triggers of occupancy_events). */
export const ROLLUP_TOPIC = 'analytics'

interface Publication {
  readonly reader: Db
  readonly writer: Db
  readonly orgId: string
  /** The day up to which each location is published. */
  readonly publishedThrough: ReadonlyMap<string, string>
}
interface Days {
  readonly firstDay: string
  readonly lastDay: string
}

/** The rollups of some days that are computed together: of all locations for which they are published. */
export const createRollup = ({ reader, writer, orgId, publishedThrough }: Publication, days: Days) => {
  const tally = createTally()
  const isPublished = (day: string, locationId: string) => (publishedThrough.get(locationId) ?? '') >= day

  /** The counts stay for days whose occupancy events are gone (domain §11). */
  const keepSpaces = async (): Promise<void> => {
    const settled = await anonymousThrough(reader, orgId, 'occupancy')
    if (settled < days.firstDay) return
    const lastDay = settled < days.lastDay ? settled : days.lastDay
    for (const { day, locationId, spacesByHour } of await listStoredSpaces(reader, orgId, { firstDay: days.firstDay, lastDay })) {
      dayTallyOf(tally, day, locationId).spacesByHour = spacesByHour
    }
  }

  return {
    /** Counts the rows of attendance of these days as they pass. */
    watch: (rows: AsyncIterable<SegmentRow[]>): AsyncIterable<SegmentRow[]> => tallyRows(rows, tally, isPublished),

    /** Adds the events, and what stays of earlier ones. Call it after all rows have passed. */
    async count(): Promise<void> {
      await tallyEvents(reader, orgId, days, tally, isPublished)
      await keepSpaces()
    },

    /** Replaces the rows of these days. Only one rollup of an organization may save at a time. */
    async save(): Promise<void> {
      const all = [...tally.days.values()]
      await replaceDays(writer, orgId, LOCATION_ROLLUPS, days, all.map(locationRow))
      await replaceDays(writer, orgId, GROUP_ROLLUPS, days, all.flatMap(groupRows))
      await replaceDays(writer, orgId, ZONE_ROLLUPS, days, all.flatMap(zoneRows))
      for (const [month, inMonth] of Map.groupBy(daysFrom(days.firstDay, days.lastDay), monthOf)) {
        const maskOf = (some: readonly string[]) => some.reduce((mask, day) => mask | bitOf(day), 0)
        await replacePeople(writer, orgId, { month, mask: maskOf(inMonth) }, tally.people.get(month) ?? new Map())
        const locations = [...publishedThrough.keys()].map((locationId) => ({
          locationId,
          mask: maskOf(inMonth.filter((day) => isPublished(day, locationId))),
          desks: tally.desks.get(deskMonthKey(locationId, month)) ?? new Map<string, DeskBits>(),
        }))
        await replaceDesks(
          writer,
          orgId,
          month,
          locations.filter(({ mask }) => mask !== 0),
        )
      }
    },
  }
}

export type Rollup = ReturnType<typeof createRollup>

const locationRow = (tally: DayTally): unknown[] => {
  const groups = [...tally.groups.values()]
  const counts = COUNTS.map((_, index) => groups.reduce((sum, group) => sum + (group.counts[index] as number), 0))
  return [tally.locationId, tally.day, ...counts, peopleOf(tally), tally.spacesByHour]
}

const groupRows = ({ day, locationId, groups }: DayTally): unknown[][] =>
  [...groups].map(([groupId, { counts, peopleByHour }]) => [day, locationId, groupId, ...counts, peopleByHour])

const zoneRows = ({ day, locationId, zones }: DayTally): unknown[][] =>
  [...zones].map(([zoneId, [booked, used]]) => [day, locationId, zoneId, booked, used])
