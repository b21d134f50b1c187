import type pg from 'pg'
import { PRESENCE_ROWS } from '../../intake/presence/presence-rows.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { bindLiterals } from '../../platform/sql/copy-out.ts'
import { openSnapshot } from '../../platform/transactions/snapshot.ts'
import type { Chunk } from '../chunks/chunk.ts'
import { copySegmentRows } from '../rows/segment-rows.ts'
import { createSegmentBuilder } from '../segments/build-segments.ts'
import { type AnnouncedSegment, listAnnounced, lockAnnounced } from './announced-segments.ts'
import { type FixedSegment, publishAgain, settle } from './fixed-segments.ts'

/** Fixes the rows of published presence segments. */
export interface PresenceBuilder {
  /** Ensures that all published presence of a day can be read from segments. */
  ensureBuilt(orgId: string, day: string): Promise<void>
}

/** A node builds one day at a time, on two connections, so that first reads of history leave the other connections free. */
export const createPresenceBuilder = (pool: pg.Pool): PresenceBuilder => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    ensureBuilt(orgId, day) {
      const mine = last.then(() => buildPresenceDay(pool, orgId, day))
      last = mine.catch(() => {})
      return mine
    },
  }
}

/**
 * The approximate number of rows that the database sorts at once; beyond its memory it sorts in temporary files, of half a gigabyte
 * for these. A further group reads the events of the day once more, at a fiftieth of what its rows cost.
 */
const GROUP_ROWS = 2_000_000

/** Splits sorted segments into groups of about as many rows, or of one larger segment. */
export const groupByRows = <T extends { readonly rowCount: number }>(segments: readonly T[], maxRows = GROUP_ROWS): T[][] => {
  const groups: T[][] = []
  let rows = 0
  for (const segment of segments) {
    rows += segment.rowCount
    const group = groups.at(-1)
    if (group && rows <= maxRows) group.push(segment)
    else {
      groups.push([segment])
      rows = segment.rowCount
    }
  }
  return groups
}

interface BuildOptions {
  /** The approximate number of rows of a transaction. */
  readonly maxRows?: number
  /** Ends the build; what was committed stays. */
  readonly signal?: AbortSignal
  /** Awaited after each transaction, with the time that it took. */
  readonly rest?: (ms: number) => Promise<unknown>
}

/**
 * Fixes the rows of all presence segments of the day that were never read, with constant memory. A simultaneous reader on any node
 * waits for the locks on the segments and then finds nothing to do. Each group is a transaction, so a refresh waits for a group at
 * most. A segment whose number of rows changed since it was published is published again.
 */
export const buildPresenceDay = async (
  pool: pg.Pool,
  orgId: string,
  day: string,
  { maxRows, signal, rest }: BuildOptions = {},
): Promise<void> => {
  for (const group of groupByRows(await listAnnounced(pool, orgId, day), maxRows)) {
    const started = performance.now()
    await buildGroup(pool, orgId, day, group, signal)
    await rest?.(performance.now() - started)
  }
}

const buildGroup = async (
  pool: pg.Pool,
  orgId: string,
  day: string,
  group: readonly AnnouncedSegment[],
  signal: AbortSignal | undefined,
): Promise<void> => {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin')
    const announced = await lockAnnounced(client, orgId, day, group)
    const fixed = announced.length > 0 ? await saveRows({ pool, client, signal }, orgId, day, announced) : []
    const counts = new Map(announced.map(({ locationId, rowCount }) => [locationId, rowCount]))
    const isAsAnnounced = ({ locationId, rowCount }: FixedSegment) => counts.get(locationId) === rowCount
    await settle(client, orgId, day, fixed.filter(isAsAnnounced))
    await publishAgain(
      client,
      orgId,
      day,
      fixed.filter((segment) => !isAsAnnounced(segment)),
    )
    await client.query('commit')
    isDone = true
  } finally {
    client.release(!isDone)
  }
}

/** Reads on its own connection, because COPY occupies it, in a snapshot taken after the locks. */
const saveRows = async (
  { pool, client, signal }: { readonly pool: pg.Pool; readonly client: pg.ClientBase; readonly signal: AbortSignal | undefined },
  orgId: string,
  day: string,
  announced: readonly AnnouncedSegment[],
): Promise<FixedSegment[]> => {
  const waiting = new Map(announced.map(({ locationId }) => [locationId, openSegment(client, orgId, day, locationId)]))
  const fixed: FixedSegment[] = []
  const finish = async (segment: ReturnType<typeof openSegment>) => {
    waiting.delete(segment.locationId)
    fixed.push({ locationId: segment.locationId, ...(await segment.builder.finish()) })
  }
  const snapshot = await openSnapshot(pool)
  try {
    await snapshot.client.query(`set local work_mem = '64MB'`)
    let open: ReturnType<typeof openSegment> | undefined
    for await (const rows of copySegmentRows(snapshot.client, presenceQuery(orgId, [day], [...waiting.keys()]))) {
      signal?.throwIfAborted()
      for (const { locationId, row } of rows) {
        if (open?.locationId !== locationId) {
          if (open) await finish(open)
          open = waiting.get(locationId) as ReturnType<typeof openSegment>
        }
        const full = open.builder.add(row)
        if (full) await full
      }
    }
    await snapshot.commit()
  } finally {
    snapshot.close()
  }
  for (const segment of waiting.values()) await finish(segment)
  return fixed
}

const openSegment = (client: pg.ClientBase, orgId: string, day: string, locationId: string) => {
  let chunkNo = 0
  const save = async ({ rowCount, size, crc32, deflated, zstandard }: Chunk): Promise<void> => {
    await client.query(
      `insert into segment_chunks
         (org_id, dataset, day, location_id, chunk_no, row_count, size, crc32, deflated, zstandard)
       values ($1, 'presence', $2, $3, $4, $5, $6, $7, $8, $9)`,
      [orgId, day, locationId, chunkNo++, rowCount, size, crc32, deflated, zstandard],
    )
  }
  return { locationId, builder: createSegmentBuilder(save) }
}

/**
 * The rows of these days and locations, sorted by segment. The JSON, of which names of columns are the larger part, is made after the
 * sort, which then writes half as much to disk.
 */
export const presenceQuery = (orgId: string, days: readonly string[], locationIds: readonly string[]): string => {
  const { columns, from, where, order } = PRESENCE_ROWS
  const sorted = days.toSorted()
  return bindLiterals(
    `select s.local_day, s.location_id, row_to_json(s.columns)
     from (
       select e.local_day, e.location_id, columns
       from ${from}
       cross join lateral (select ${columns}) columns
       where ${where} and e.local_day = any ($days::date[]) and e.location_id = any ($locationIds::uuid[])
       order by e.local_day, e.location_id, ${order}
       offset 0
     ) s`,
    {
      org: orgId,
      firstDay: sorted[0] as string,
      lastDay: sorted.at(-1) as string,
      days: arrayLiteral(sorted),
      locationIds: arrayLiteral(locationIds),
    },
  )
}
