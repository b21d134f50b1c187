import type pg from 'pg'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { bindLiterals } from '../../platform/sql/copy-out.ts'
import { ATTENDANCE_ROWS } from '../attendance/attendance-rows.ts'
import type { ChunkCache, PlacedChunk } from '../chunks/chunk-cache.ts'
import { buildSegments, copySegmentRows, type SegmentRow } from '../segments/build-segments.ts'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'

/** Attendance of a day that is not published everywhere, as it is now. */
export interface LiveDay {
  readonly orgId: string
  readonly day: string
  /** Names the state of everything that the rows are made of. */
  readonly key: string
  /** Locations for which the day is published. */
  readonly leftOut: readonly string[]
}

/** Users whose row of the day is published. */
type PublishedUsers = () => Promise<ReadonlySet<string>>

/** The live days of this node: built once for all callers that ask for the same state, and remembered. */
export interface LiveDays {
  /** What is remembered, or else undefined. */
  find(day: LiveDay): readonly PlacedChunk[] | undefined
  /** Chunks by location, rows by userId. Built on this connection, unless another caller is building the same. */
  get(client: pg.ClientBase, day: LiveDay, publishedUsers: PublishedUsers): Promise<readonly PlacedChunk[]>
}

export const createLiveDays = (cache: ChunkCache): LiveDays => {
  const building = new Map<string, Promise<readonly PlacedChunk[]>>()
  const find = (day: LiveDay) => cache.get(day.key)

  const get: LiveDays['get'] = async (client, day, publishedUsers) => {
    const known = find(day)
    if (known) return known
    const pending = building.get(day.key)
    // If the other caller fails, it may have been cut off, which is no failure of this one.
    if (pending) return pending.catch(() => get(client, day, publishedUsers))
    const build = buildDay(client, day, publishedUsers)
    building.set(day.key, build)
    try {
      const chunks = await build
      cache.set(day.key, chunks)
      return chunks
    } finally {
      if (building.get(day.key) === build) building.delete(day.key)
    }
  }

  return { find, get }
}

const buildDay = async (client: pg.ClientBase, day: LiveDay, publishedUsers: PublishedUsers): Promise<PlacedChunk[]> => {
  const users = day.leftOut.length > 0 ? await publishedUsers() : new Set<string>()
  const chunks: PlacedChunk[] = []
  for await (const segment of buildSegments(withoutUsers(copySegmentRows(client, attendanceQuery(day)), users))) {
    for (const chunk of segment.chunks) chunks.push({ ...chunk, locationId: segment.locationId })
  }
  return chunks
}

const withoutUsers = async function* (
  batches: AsyncIterable<readonly SegmentRow[]>,
  users: ReadonlySet<string>,
): AsyncGenerator<readonly SegmentRow[]> {
  for await (const rows of batches) yield users.size === 0 ? rows : rows.filter(({ row }) => !users.has(userIdOf(row)))
}

const UUID_LENGTH = 36
const USER_ID_AT = ',{"userId":"'.length

/** The user of a row of attendance, which begins with `,{"userId":"`. */
export const userIdOf = (row: Buffer): string => row.toString('latin1', USER_ID_AT, USER_ID_AT + UUID_LENGTH)

const attendanceQuery = ({ orgId, day, leftOut }: LiveDay): string =>
  bindLiterals(
    `select a.day::text || coalesce(a.location_id, $none::uuid)::text || ',' || r.json
     from ${ATTENDANCE_ROWS.from}
     cross join lateral (select row_to_json(c)::text as json from (select ${ATTENDANCE_ROWS.columns}) c) r
     where coalesce(a.location_id, $none::uuid) <> all ($leftOut::uuid[])
     order by a.location_id nulls first, a.user_id`,
    {
      // When the transaction began, by the clock of the database: the time by which the key says which days are over.
      ...{ org: orgId, firstDay: day, lastDay: day, moment: 'now' },
      ...{ none: NO_LOCATION_ID, leftOut: arrayLiteral(leftOut) },
    },
  )
