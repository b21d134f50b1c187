import type pg from 'pg'
import { ATTENDANCE_ROWS } from '../attendance/attendance-rows.ts'
import { arrayLiteral } from '../db/array-literal.ts'
import { bindLiterals, copyLines } from '../db/copy-out.ts'
import type { ChunkCache, PlacedChunk } from './chunk-cache.ts'
import { createSegmentBuilder, type SegmentBuilder } from './segment-builder.ts'
import { NO_LOCATION_ID } from './segment-dataset.ts'

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

/** Live days of this node: built once for everybody who asks for the same state, and remembered. */
export interface LiveDays {
  /** What is remembered, or else undefined. */
  find(day: LiveDay): readonly PlacedChunk[] | undefined
  /** Chunks by location, rows by userId. Built on this connection, unless somebody else is building the same. */
  get(client: pg.ClientBase, day: LiveDay, publishedUsers: PublishedUsers): Promise<readonly PlacedChunk[]>
}

export const createLiveDays = (cache: ChunkCache): LiveDays => {
  const building = new Map<string, Promise<readonly PlacedChunk[]>>()
  const find = (day: LiveDay) => cache.get(day.key)

  const get: LiveDays['get'] = async (client, day, publishedUsers) => {
    const known = find(day)
    if (known) return known
    const begun = building.get(day.key)
    // Where somebody else fails, they may have been cut off: that is no failure of ours.
    if (begun) return begun.catch(() => get(client, day, publishedUsers))
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
  const locations = new Map<string, { chunks: PlacedChunk[]; builder: SegmentBuilder }>()
  for await (const lines of wholeLines(copyLines(client, attendanceQuery(day)))) {
    for (const line of lines) {
      if (users.has(userIdOf(line.subarray(UUID_LENGTH)))) continue
      const locationId = line.toString('latin1', 0, UUID_LENGTH)
      const { builder } = locations.get(locationId) ?? open(locations, locationId)
      const full = builder.add(line.subarray(UUID_LENGTH))
      if (full) await full
    }
  }
  const chunks: PlacedChunk[] = []
  for (const [, location] of [...locations].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await location.builder.finish()
    chunks.push(...location.chunks)
  }
  return chunks
}

const open = (locations: Map<string, { chunks: PlacedChunk[]; builder: SegmentBuilder }>, locationId: string) => {
  const chunks: PlacedChunk[] = []
  const builder = createSegmentBuilder(async (chunk) => {
    chunks.push({ ...chunk, locationId })
  })
  const opened = { chunks, builder }
  locations.set(locationId, opened)
  return opened
}

const UUID_LENGTH = 36
const NEWLINE = '\n'.charCodeAt(0)
const USER_ID_AT = ',{"userId":"'.length

/** The user of a row of attendance, which begins with `,{"userId":"`. */
export const userIdOf = (row: Buffer): string => row.toString('latin1', USER_ID_AT, USER_ID_AT + UUID_LENGTH)

/** Lines with their ends, several at a time. */
const wholeLines = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const lines: Buffer[] = []
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      lines.push(bytes.subarray(from, end + 1))
      from = end + 1
    }
    rest = bytes.subarray(from)
    yield lines
  }
}

/** Location and row, by user. */
const attendanceQuery = ({ orgId, day, leftOut }: LiveDay): string =>
  bindLiterals(
    `select coalesce(a.location_id, $none::uuid)::text || ',' || r.json
     from ${ATTENDANCE_ROWS.from}
     cross join lateral (select row_to_json(c)::text as json from (select ${ATTENDANCE_ROWS.columns}) c) r
     where coalesce(a.location_id, $none::uuid) <> all ($leftOut::uuid[])
     order by a.user_id`,
    {
      ...{ org: orgId, firstDay: day, lastDay: day, moment: new Date().toISOString() },
      ...{ none: NO_LOCATION_ID, leftOut: arrayLiteral(leftOut) },
    },
  )
