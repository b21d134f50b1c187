import { bindLiterals } from '../../platform/sql/copy-out.ts'
import type { Rollup } from '../analytics/rollup.ts'
import { ROLLUP_TAGS, ROLLUP_TAGS_LENGTH } from '../analytics/rollup-tally.ts'
import { ATTENDANCE_ROWS, UPDATED_AT } from '../attendance/attendance-rows.ts'
import { copySegmentRows } from '../rows/segment-rows.ts'
import { type BuiltSegment, buildEmptySegment, buildSegments } from '../segments/build-segments.ts'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'
import type { DayBatch } from './day-batches.ts'
import type { RefreshReader } from './refresh-connections.ts'
import { ATTENDANCE_TOPICS, type RefreshPlan, reasonOf } from './refresh-plan.ts'
import type { RevisionBuffer } from './revision-buffer.ts'
import { listSegments, type StoredSegments, segmentKey } from './revision-store.ts'
import { readRowTimes, stampRows, TIME_PLACEHOLDER } from './row-times.ts'

const DATASET = 'user-booking-attendance'

interface Refresh {
  readonly on: RefreshReader
  readonly orgId: string
  readonly moment: Date
  /** The time of the snapshot, also if days are computed as of another time. */
  readonly startedAt: Date
  readonly plan: RefreshPlan
}

/**
 * Computes the attendance of all users on the days, and publishes the segments that differ from the published ones, for locations
 * where the day is published; elsewhere the day is not over. The rollup counts all rows on the way.
 */
export const restateAttendance = async (
  { on, orgId, moment, startedAt, plan }: Refresh,
  batch: DayBatch,
  revisions: RevisionBuffer,
  rollup: Rollup,
): Promise<void> => {
  const { reader, readerClient } = on
  const stored = await listSegments(reader, orgId, DATASET, batch)
  const gone = new Map(stored)
  const times = await readRowTimes(on, orgId, batch)
  // Where nothing is published, all rows have the same time, which the database writes.
  const isNew = times.size === 0
  const query = attendanceQuery(orgId, batch, moment, isNew ? startedAt.toISOString() : TIME_PLACEHOLDER)
  const rows = copySegmentRows(readerClient, query, ROLLUP_TAGS_LENGTH)
  for await (const segment of buildSegments(rollup.watch(isNew ? rows : stampRows(rows, times, startedAt)))) {
    gone.delete(segmentKey(segment.day, segment.locationId))
    await publish(plan, stored, revisions, segment)
  }
  for (const { day, locationId } of gone.values()) {
    await publish(plan, stored, revisions, await buildEmptySegment(day, locationId))
  }
}

const publish = async (
  plan: RefreshPlan,
  stored: StoredSegments,
  revisions: RevisionBuffer,
  segment: BuiltSegment,
): Promise<void> => {
  const { day, locationId, sha256 } = segment
  const publishedThrough = plan.publishedThrough.get(locationId)
  if (publishedThrough === undefined || publishedThrough < day) return
  const before = stored.get(segmentKey(day, locationId))
  if (before?.sha256?.equals(sha256)) return
  const reason = before ? reasonOf(plan, day, ATTENDANCE_TOPICS) : 'refreshed'
  await revisions.add({ ...segment, reason }, before !== undefined)
}

/** `updatedAt` is this time, or a placeholder that is stamped later, so the costly value of live rows is not computed. */
const columnsWith = (time: string): string => ATTENDANCE_ROWS.columns.replace(UPDATED_AT, `'${time}' as "updatedAt"`)

const TAGS = Object.entries(ROLLUP_TAGS)

/** Numbers the rows of a table in the order of their ids. */
const numbered = (table: string) => `(select id, row_number() over (order by id) as number from ${table} where org_id = $org)`

/**
 * One number for day, location and user, whose order is theirs: PostgreSQL compares numbers several times as fast as it finds out
 * that the days of two rows are the same and then looks at their other columns. Rows of no location come last.
 */
const ORDER = `(a.day - $firstDay::date)::bigint << 56 | coalesce(location_order.number << 32 | user_order.number, ${2 ** 24 - 1}::bigint << 32)`

/**
 * Sorted by segment, so that only one is built at a time. The JSON, of which names of columns are the larger part, is made after the
 * sort, which then fits into memory.
 */
const attendanceQuery = (orgId: string, { firstDay, lastDay }: DayBatch, moment: Date, time: string): string => {
  return bindLiterals(
    `select s.day, s.segment_location_id, ${TAGS.map(([name]) => `s.${name}`).join(', ')}, row_to_json(s.columns)
     from (
       select a.day, coalesce(a.location_id, '${NO_LOCATION_ID}') as segment_location_id,
         ${TAGS.map(([name, value]) => `${value} as ${name}`).join(', ')}, columns
       from ${ATTENDANCE_ROWS.from}
       left join ${numbered('locations')} location_order on location_order.id = a.location_id
       left join ${numbered('users')} user_order on user_order.id = a.user_id
       cross join lateral (select ${columnsWith(time)}) columns
       order by ${ORDER}, a.location_id, a.user_id
       offset 0
     ) s`,
    { org: orgId, firstDay, lastDay, moment: moment.toISOString() },
  )
}
