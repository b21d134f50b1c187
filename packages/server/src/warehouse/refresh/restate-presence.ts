import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { groupByRows, presenceQuery } from '../published/presence-segments.ts'
import { copySegmentRows } from '../rows/segment-rows.ts'
import { type BuiltSegment, buildEmptySegment, buildSegments } from '../segments/build-segments.ts'
import type { DayBatch } from './day-batches.ts'
import type { RefreshReader } from './refresh-connections.ts'
import { PRESENCE_TOPICS, type RefreshPlan, reasonOf } from './refresh-plan.ts'
import { createRevisionBuffer, type PublishedCounts } from './revision-buffer.ts'
import { listSegments, type StoredSegment, type StoredSegments, segmentKey } from './revision-store.ts'

const DATASET = 'presence'

interface CountedSegment {
  readonly day: string
  readonly locationId: string
  readonly count: number
}

/** A segment whose rows were never read, so only their number is published. */
interface UnreadSegment extends CountedSegment {
  readonly stored: StoredSegment | undefined
}

/**
 * Publishes presence by number of rows; a segment's rows are fixed when they are first read. So the refresh compares counts, and
 * rebuilds only segments that were read and may have changed; with `isForced`, all that were read.
 */
export const createPresenceRestatement = (
  writer: Db,
  orgId: string,
  plan: RefreshPlan,
  { isForced, counts }: { readonly isForced: boolean; readonly counts: PublishedCounts },
) => {
  const revisions = createRevisionBuffer(writer, orgId, DATASET, counts)
  const unread: UnreadSegment[] = []
  const isDirty = (day: string) => plan.dirtyDays.get(day)?.some(({ topic }) => PRESENCE_TOPICS.includes(topic)) === true
  const isPublished = ({ day, locationId }: Pick<StoredSegment, 'day' | 'locationId'>) =>
    (plan.publishedThrough.get(locationId) ?? '') >= day
  const reasonFor = (day: string, stored: StoredSegment | undefined) =>
    stored ? reasonOf(plan, day, PRESENCE_TOPICS) : 'refreshed'

  /** `counts` are the events of each segment of the batch that has any. */
  const compare = async (batch: DayBatch, on: RefreshReader, counts: readonly CountedSegment[]): Promise<void> => {
    const stored = await listSegments(on.reader, orgId, DATASET, batch)
    const counted = new Map(counts.map((each) => [segmentKey(each.day, each.locationId), each]))
    for (const [key, { day, locationId }] of stored) if (!counted.has(key)) counted.set(key, { day, locationId, count: 0 })
    for (const [key, each] of counted) {
      const before = stored.get(key)
      if (isPublished(each) && !before?.sha256) unread.push({ ...each, stored: before })
    }
    const read = [...stored.values()].filter((each) => each.sha256 && isPublished(each) && (isForced || isDirty(each.day)))
    if (read.length > 0) await restateRead(on, stored, read)
  }

  const restateRead = async (
    { readerClient }: RefreshReader,
    stored: StoredSegments,
    read: readonly StoredSegment[],
  ): Promise<void> => {
    const gone = new Map(read.map((each) => [segmentKey(each.day, each.locationId), each]))
    const save = async (segment: BuiltSegment) => {
      const before = stored.get(segmentKey(segment.day, segment.locationId))
      if (before?.sha256?.equals(segment.sha256)) return
      await revisions.add({ ...segment, reason: reasonFor(segment.day, before) }, true)
    }
    for (const group of groupByRows(read)) {
      for await (const segment of buildSegments(copySegmentRows(readerClient, queryOf(orgId, group)))) {
        if (gone.delete(segmentKey(segment.day, segment.locationId))) await save(segment)
      }
    }
    for (const { day, locationId } of gone.values()) await save(await buildEmptySegment(day, locationId))
  }

  /**
   * Called late in the run, because it makes first reads of these segments wait.
   * @returns days on which a reader fixed rows meanwhile; this snapshot cannot tell what they contain
   */
  const publish = async (): Promise<Set<string>> => {
    const unsettled = new Set<string>()
    const isChanged = ({ stored, count }: UnreadSegment) => stored?.rowCount !== count
    const contended = unread.filter((each) => each.stored && (isChanged(each) || isDirty(each.day)))
    const fixed = await lockFixedSegments(writer, orgId, contended)
    for (const each of unread) {
      const { day, locationId, count, stored } = each
      if (fixed.has(segmentKey(day, locationId))) unsettled.add(day)
      else if (isChanged(each)) {
        const reason = reasonFor(day, stored)
        await revisions.add({ day, locationId, reason, rowCount: count, sha256: null, chunks: [] }, stored !== undefined)
      }
    }
    await revisions.flush()
    return unsettled
  }

  return { compare, publish }
}

const queryOf = (orgId: string, segments: readonly StoredSegment[]): string => {
  const days = [...new Set(segments.map(({ day }) => day))]
  return presenceQuery(orgId, days, [...new Set(segments.map(({ locationId }) => locationId))])
}

/**
 * Waits for first reads of these segments in progress, and blocks others until the transaction ends. Locks in the order of the
 * keys, as readers do, to avoid deadlocks.
 * @returns the keys of segments whose rows are fixed by now
 */
const lockFixedSegments = async (trx: Db, orgId: string, segments: readonly CountedSegment[]): Promise<Set<string>> => {
  const { rows } = await sql<StoredSegment>`
    select s.day, s.location_id as "locationId", s.sha256
    from segments s
    join unnest(
      ${arrayLiteral(segments.map(({ day }) => day))}::date[], ${arrayLiteral(segments.map(({ locationId }) => locationId))}::uuid[]
    ) as t (day, location_id) on t.day = s.day and t.location_id = s.location_id
    where s.org_id = ${orgId} and s.dataset = ${DATASET}
    order by s.day, s.location_id
    for update of s
  `.execute(trx)
  return new Set(rows.filter(({ sha256 }) => sha256).map(({ day, locationId }) => segmentKey(day, locationId)))
}
