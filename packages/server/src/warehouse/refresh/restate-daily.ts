import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { daysAfter, daysFrom } from '../../platform/time/day.ts'
import type { Rollup } from '../analytics/rollup.ts'
import {
  DAILY,
  DAILY_DATASETS,
  DATASETS_OF_DAYS,
  DATASETS_OF_WEEKS,
  type DailyDataset,
  dailyQuery,
  firstDayOfWeek,
} from '../daily/daily-datasets.ts'
import { copySegmentRows, type SegmentRow } from '../rows/segment-rows.ts'
import { type BuiltSegment, buildEmptySegment, buildSegments } from '../segments/build-segments.ts'
import type { DayBatch } from './day-batches.ts'
import type { RefreshReader } from './refresh-connections.ts'
import { type RefreshPlan, reasonOf } from './refresh-plan.ts'
import { createRevisionBuffer, type PublishedCounts } from './revision-buffer.ts'
import { listSegments, segmentKey } from './revision-store.ts'

interface Refresh {
  readonly reader: Db
  readonly writer: Db
  readonly orgId: string
  readonly moment: Date
  readonly plan: RefreshPlan
  readonly counts: PublishedCounts
}

/** Sees the rows on their way to the segments. */
type Watch = (rows: AsyncIterable<SegmentRow[]>) => AsyncIterable<SegmentRow[]>

/** Computes the datasets that one SQL function each defines, and publishes the segments that differ from the published ones. */
export const createDailyRestatement = async ({ reader, writer, orgId, moment, plan, counts }: Refresh) => {
  // One after the other, as the reader is one connection.
  const datasets = await Array.fromAsync(DAILY_DATASETS, async (dataset) => ({
    dataset,
    revisions: createRevisionBuffer(writer, orgId, dataset, counts),
    settled: await lastRemoved(reader, orgId, dataset),
  }))

  const restate = async (
    { dataset, revisions, settled }: (typeof datasets)[number],
    batch: DayBatch,
    on: RefreshReader,
    watch: Watch | undefined,
  ) => {
    const { firstDay, lastDay } = batch
    const { daysBack } = DAILY[dataset]
    if (lastDay <= settled && daysBack === undefined) return
    const stored = await listSegments(on.reader, orgId, dataset, batch)
    const gone = new Map([...stored].filter(([, { rowCount }]) => rowCount > 0))
    const daysOf = (day: string) => (daysBack === undefined ? [day] : [...daysFrom(daysAfter(day, -daysBack), day)])
    const firstOf = (day: string) => (daysBack === undefined ? day : firstDayOfWeek(day, plan.hasMonths))
    // Rows of weeks that are anonymous are removed. Those that reach into such days stay as they were published, until a person is
    // erased: they cannot be computed without that person.
    const isRemoved = (day: string) =>
      daysBack !== undefined && (day <= settled || (firstOf(day) <= settled && hasErased(plan, day)))
    const isSettled = (day: string) => firstOf(day) <= settled && !isRemoved(day)
    const save = async (segment: BuiltSegment): Promise<void> => {
      const { day, locationId, sha256 } = segment
      if (isSettled(day) || (plan.publishedThrough.get(locationId) ?? '') < day) return
      const before = stored.get(segmentKey(day, locationId))
      if (before?.sha256?.equals(sha256)) return
      const reason = before ? reasonOf(plan, daysOf(day), DAILY[dataset].topics) : 'refreshed'
      await revisions.add({ ...segment, reason }, before !== undefined)
    }
    const query = dailyQuery(dataset, { orgId, firstDay, lastDay, moment: moment.toISOString() })
    const rows = copySegmentRows(on.readerClient, query)
    for await (const segment of buildSegments(watch ? watch(rows) : rows)) {
      if (isRemoved(segment.day)) continue
      gone.delete(segmentKey(segment.day, segment.locationId))
      await save(segment)
    }
    for (const { day, locationId } of gone.values()) await save(await buildEmptySegment(day, locationId))
  }

  const partsOf = (names: readonly DailyDataset[], batch: DayBatch, watches: Partial<Record<DailyDataset, Watch | undefined>>) =>
    datasets
      .filter(({ dataset }) => names.includes(dataset))
      .map((each) => (on: RefreshReader) => restate(each, batch, on, watches[each.dataset]))

  return {
    /** One piece of work for each dataset, which may run on different connections at once. The rollup counts rows on the way. */
    partsOf: (batch: DayBatch, rollup?: Rollup) => partsOf(DATASETS_OF_DAYS, batch, { headcount: rollup?.watchHeadcount }),
    /** The same for datasets whose rows belong to weeks; the days are Sundays. */
    weeksOf: (batch: DayBatch, watch: Watch) => partsOf(DATASETS_OF_WEEKS, batch, { 'policy-weeks': watch }),
    async flush(): Promise<void> {
      for (const { revisions } of datasets) await revisions.flush()
    },
  }
}

/** Whether a person of the week that ends on the day was erased since it was published. */
const hasErased = ({ dirtyDays }: RefreshPlan, day: string): boolean =>
  dirtyDays.get(day)?.some(({ topic, reason }) => topic === 'policies' && reason === 'erased') ?? false

/** The last day whose rows can no longer be computed, because retention has removed what they are made of. */
const lastRemoved = async (db: Db, orgId: string, dataset: DailyDataset): Promise<string> => {
  const days = await Array.fromAsync(DAILY[dataset].removedBy, (kind) => anonymousThrough(db, orgId, kind))
  return days.toSorted().at(-1) ?? ''
}
