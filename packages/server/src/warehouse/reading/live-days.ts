import type pg from 'pg'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { bindLiterals } from '../../platform/sql/copy-out.ts'
import { ATTENDANCE_ROWS } from '../attendance/attendance-rows.ts'
import { type ChunkForm, packedAs } from '../chunks/chunk.ts'
import type { ChunkCache, PlacedRows } from '../chunks/chunk-cache.ts'
import { copySegmentRows, type SegmentRow } from '../rows/segment-rows.ts'
import { type BuiltSegment, buildSegments } from '../segments/build-segments.ts'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'

/** The current attendance of a day that is not published for all locations. */
export interface LiveDay {
  readonly orgId: string
  readonly day: string
  /** Identifies the state of all inputs of the rows. */
  readonly key: string
  /** Locations for which the day is published. */
  readonly leftOut: readonly string[]
}

/** Returns the users whose row of the day is published. */
type PublishedUsers = () => Promise<ReadonlySet<string>>

/** The live days of this node, built once for all callers that ask for the same state, and cached. */
export interface LiveDays {
  /** Returns the cached chunks, or undefined. */
  find(day: LiveDay, form: ChunkForm): readonly PlacedRows[] | undefined
  /**
   * Returns chunks sorted by location, with rows sorted by userId. Builds them on this connection, unless another caller is
   * building the same day.
   */
  get(client: pg.ClientBase, day: LiveDay, form: ChunkForm, publishedUsers: PublishedUsers): Promise<readonly PlacedRows[]>
}

export const createLiveDays = (cache: ChunkCache): LiveDays => {
  const building = new Map<string, Promise<readonly BuiltSegment[]>>()
  const keyOf = ({ key }: LiveDay, form: ChunkForm) => `${key},${form}`
  const find: LiveDays['find'] = (day, form) => cache.get(keyOf(day, form))

  const get: LiveDays['get'] = async (client, day, form, publishedUsers) => {
    const known = find(day, form)
    if (known) return known
    const pending = building.get(day.key)
    if (pending) {
      // If the other caller fails, it may have been disconnected, which is not a failure of this one.
      const segments = await pending.catch(() => undefined)
      return segments ? rowsOf(segments, form) : get(client, day, form, publishedUsers)
    }
    const build = buildDay(client, day, publishedUsers)
    building.set(day.key, build)
    try {
      const segments = await build
      for (const each of FORMS) cache.set(keyOf(day, each), rowsOf(segments, each))
      return rowsOf(segments, form)
    } finally {
      if (building.get(day.key) === build) building.delete(day.key)
    }
  }

  return { find, get }
}

const FORMS: readonly ChunkForm[] = ['deflated', 'zstandard']

const rowsOf = (segments: readonly BuiltSegment[], form: ChunkForm): PlacedRows[] =>
  segments.flatMap(({ locationId, chunks }) => chunks.map((chunk) => ({ ...packedAs(form, chunk), locationId })))

const buildDay = async (client: pg.ClientBase, day: LiveDay, publishedUsers: PublishedUsers): Promise<BuiltSegment[]> => {
  const users = day.leftOut.length > 0 ? await publishedUsers() : new Set<string>()
  return Array.fromAsync(buildSegments(withoutUsers(copySegmentRows(client, attendanceQuery(day)), users)))
}

const withoutUsers = async function* (
  batches: AsyncIterable<readonly SegmentRow[]>,
  users: ReadonlySet<string>,
): AsyncGenerator<readonly SegmentRow[]> {
  for await (const rows of batches) yield users.size === 0 ? rows : rows.filter(({ row }) => !users.has(userIdOf(row)))
}

const UUID_LENGTH = 36
const USER_ID_AT = ',{"userId":"'.length

/** Returns the user of a row of attendance, which starts with `,{"userId":"`. */
export const userIdOf = (row: Buffer): string => row.toString('latin1', USER_ID_AT, USER_ID_AT + UUID_LENGTH)

const attendanceQuery = ({ orgId, day, leftOut }: LiveDay): string =>
  bindLiterals(
    `select a.day, coalesce(a.location_id, $none::uuid), r.json
     from ${ATTENDANCE_ROWS.from}
     cross join lateral (select row_to_json(c) as json from (select ${ATTENDANCE_ROWS.columns}) c) r
     where coalesce(a.location_id, $none::uuid) <> all ($leftOut::uuid[])
     order by a.location_id nulls first, a.user_id`,
    {
      // The start of the transaction by the database clock: the key was computed with it and decides which days are over.
      ...{ org: orgId, firstDay: day, lastDay: day, moment: 'now' },
      ...{ none: NO_LOCATION_ID, leftOut: arrayLiteral(leftOut) },
    },
  )
