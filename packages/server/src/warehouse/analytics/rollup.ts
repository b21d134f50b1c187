import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { daysFrom } from '../../platform/time/day.ts'
import type { SegmentRow } from '../rows/segment-rows.ts'
import { saveLatePlans } from './late-plan-store.ts'
import { replaceDesks, replaceGroups, replacePeople } from './month-store.ts'
import { type EventCount, peopleOf, tallyEvents } from './rollup-events.ts'
import { tallyHeadcount } from './rollup-headcount.ts'
import { tallyReleases } from './rollup-releases.ts'
import { tallyRows } from './rollup-rows.ts'
import { GROUP_ROLLUPS, LOCATION_ROLLUPS, listStoredSpaces, replaceDays, ZONE_ROLLUPS } from './rollup-store.ts'
import {
  bitOf,
  COUNTS,
  createMonthTally,
  createTally,
  type DayTally,
  type DeskBits,
  dayTallyOf,
  deskMonthKey,
  monthOf,
} from './rollup-tally.ts'

/** The topics that change rollups but no segment (`mark_hours()` in the database, and the triggers of occupancy_events). */
export const ROLLUP_TOPIC = 'analytics'

interface Publication {
  readonly writer: Db
  readonly orgId: string
  /** The day up to which each location is published. */
  readonly publishedThrough: ReadonlyMap<string, string>
}
interface Days {
  readonly firstDay: string
  readonly lastDay: string
}

/**
 * The rollups of all days of one refresh, which come in batches. Those of a month have a row for each person, or are added up from
 * all of its days, so they are written once, with the last of its days.
 */
export const createRollups = ({ writer, orgId, publishedThrough }: Publication, days: readonly string[]) => {
  const months = createMonthTally()
  const daysOfMonths = Map.groupBy(days, monthOf)
  const unsaved = new Map([...daysOfMonths].map(([month, inMonth]) => [month, inMonth.length]))
  const isPublished = (day: string, locationId: string) => (publishedThrough.get(locationId) ?? '') >= day

  const saveMonth = async (month: string): Promise<void> => {
    const maskOf = (some: readonly string[]) => some.reduce((mask, day) => mask | bitOf(day), 0)
    const inMonth = daysOfMonths.get(month) ?? []
    await replacePeople(writer, orgId, { month, mask: maskOf(inMonth) }, months.people.get(month) ?? new Map())
    months.people.delete(month)
    const locations = [...publishedThrough.keys()].map((locationId) => {
      const key = deskMonthKey(locationId, month)
      const desks = months.desks.get(key) ?? new Map<string, DeskBits>()
      months.desks.delete(key)
      return { locationId, mask: maskOf(inMonth.filter((day) => isPublished(day, locationId))), desks }
    })
    await replaceDesks(
      writer,
      orgId,
      month,
      locations.filter(({ mask }) => mask !== 0),
    )
    await replaceGroups(writer, orgId, month)
  }

  /** The rollups of some days that are computed together: of all locations for which they are published. */
  const ofDays = (batch: Days) => {
    const tally = createTally(months)

    /** The counts stay for days whose occupancy events are gone (domain §11). */
    const keepSpaces = async (reader: Db): Promise<void> => {
      const settled = await anonymousThrough(reader, orgId, 'occupancy')
      if (settled < batch.firstDay) return
      const lastDay = settled < batch.lastDay ? settled : batch.lastDay
      const stored = await listStoredSpaces(reader, orgId, { firstDay: batch.firstDay, lastDay })
      for (const { day, locationId, spacesByHour } of stored) dayTallyOf(tally, day, locationId).spacesByHour = spacesByHour
    }

    return {
      /** Counts the rows of attendance of these days as they pass. */
      watch: (rows: AsyncIterable<SegmentRow[]>): AsyncIterable<SegmentRow[]> => tallyRows(rows, tally, isPublished),

      /** Keeps what the rows of headcount of these days say about buildings. */
      watchHeadcount: (rows: AsyncIterable<SegmentRow[]>): AsyncIterable<SegmentRow[]> =>
        tallyHeadcount(rows, tally, isPublished),

      /**
       * Adds the events, the released bookings, and what stays of earlier events.
       * @returns the number of presence events of each segment, because this reads all of them
       */
      async count(reader: Db): Promise<EventCount[]> {
        const counts = await tallyEvents(reader, orgId, batch, tally, isPublished)
        await tallyReleases(reader, orgId, batch, tally, isPublished)
        await keepSpaces(reader)
        return counts
      },

      /** Replaces the rows of these days, once all has been counted. Only one rollup of an organization may save at a time. */
      async save(): Promise<void> {
        const all = [...tally.days.values()]
        await replaceDays(writer, orgId, LOCATION_ROLLUPS, batch, all.map(locationRow))
        await replaceDays(writer, orgId, GROUP_ROLLUPS, batch, all.flatMap(groupRows))
        await replaceDays(writer, orgId, ZONE_ROLLUPS, batch, all.flatMap(zoneRows))
        for (const [month, inMonth] of Map.groupBy(daysFrom(batch.firstDay, batch.lastDay), monthOf)) {
          const left = (unsaved.get(month) ?? 0) - inMonth.length
          unsaved.set(month, left)
          if (left === 0) await saveMonth(month)
        }
      },
    }
  }

  return {
    ofDays,
    /** Counts what forecasts need of the days before and including this one. */
    saveLatePlans: (reader: Db, lastDay: string): Promise<void> => saveLatePlans(reader, writer, orgId, lastDay),
  }
}

/** Follows a removal of rows of locations: months of groups are about all locations together. */
export const recountGroups = (writer: Db, orgId: string): Promise<void> => replaceGroups(writer, orgId)

export type Rollup = ReturnType<ReturnType<typeof createRollups>['ofDays']>

const locationRow = (tally: DayTally): unknown[] => {
  const groups = [...tally.groups.values()]
  const counts = COUNTS.map((_, index) => groups.reduce((sum, group) => sum + (group.counts[index] as number), 0))
  return [tally.locationId, tally.day, ...counts, peopleOf(tally), tally.spacesByHour, tally.visitorsByHour, tally.capacity]
}

const groupRows = ({ day, locationId, groups }: DayTally): unknown[][] =>
  [...groups].map(([groupId, { counts, peopleByHour }]) => [day, locationId, groupId, ...counts, peopleByHour])

const zoneRows = ({ day, locationId, zones }: DayTally): unknown[][] =>
  [...zones].map(([zoneId, [booked, used]]) => [day, locationId, zoneId, booked, used])
