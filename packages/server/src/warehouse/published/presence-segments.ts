import type pg from 'pg'
import { PRESENCE_ROWS } from '../../intake/presence/presence-rows.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { bindLiterals } from '../../platform/sql/copy-out.ts'
import { openSnapshot } from '../../platform/transactions/snapshot.ts'
import type { Chunk } from '../chunks/chunk.ts'
import { copySegmentRows, createSegmentBuilder } from '../segments/build-segments.ts'

/** A segment published by its number of rows only; the rows are fixed when they are first read. */
interface AnnouncedSegment {
  readonly locationId: string
  readonly rowCount: number
}

interface FixedSegment {
  readonly locationId: string
  readonly rowCount: number
  readonly sha256: Buffer
}

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
 * Fixes the rows of all presence segments of the day that were never read, in one transaction with constant memory. A
 * simultaneous reader on any node waits for the locks on the segments and then finds nothing to do. A segment whose number of
 * rows changed since it was published is published again.
 */
export const buildPresenceDay = async (pool: pg.Pool, orgId: string, day: string): Promise<void> => {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin')
    const announced = await lockAnnounced(client, orgId, day)
    const fixed = announced.length > 0 ? await saveRows({ pool, client }, orgId, day, announced) : []
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

/** Locks in the order of the keys, as the refresh does, to avoid deadlocks. */
const lockAnnounced = async (client: pg.ClientBase, orgId: string, day: string): Promise<AnnouncedSegment[]> => {
  const { rows } = await client.query<AnnouncedSegment>(
    `select location_id as "locationId", row_count as "rowCount"
     from segments
     where org_id = $1 and dataset = 'presence' and day = $2 and sha256 is null
     order by location_id
     for update`,
    [orgId, day],
  )
  return rows
}

/** Reads on its own connection, because COPY occupies it, in a snapshot taken after the locks. */
const saveRows = async (
  { pool, client }: { readonly pool: pg.Pool; readonly client: pg.ClientBase },
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
    let open: ReturnType<typeof openSegment> | undefined
    for await (const rows of copySegmentRows(snapshot.client, presenceQuery(orgId, day, [...waiting.keys()]))) {
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

const presenceQuery = (orgId: string, day: string, locationIds: readonly string[]): string => {
  const { columns, from, where, order } = PRESENCE_ROWS
  return bindLiterals(
    `select e.local_day::text || e.location_id::text || ',' || r.json
     from ${from}
     cross join lateral (select row_to_json(c)::text as json from (select ${columns}) c) r
     where ${where} and e.location_id = any ($locationIds::uuid[])
     order by e.location_id, ${order}`,
    { org: orgId, firstDay: day, lastDay: day, locationIds: arrayLiteral(locationIds) },
  )
}

const columnsOf = (segments: readonly FixedSegment[]) => [
  arrayLiteral(segments.map(({ locationId }) => locationId)),
  arrayLiteral(segments.map(({ rowCount }) => rowCount)),
  arrayLiteral(segments.map(({ sha256 }) => sha256.toString('hex'))),
]

/** Stores the rows of the current revision, which are fixed from now on. */
const settle = async (client: pg.ClientBase, orgId: string, day: string, segments: readonly FixedSegment[]): Promise<void> => {
  if (segments.length === 0) return
  await client.query(
    `update segments s
     set sha256 = decode(f.sha256, 'hex')
     from unnest($3::uuid[], $4::integer[], $5::text[]) as f (location_id, row_count, sha256)
     where s.org_id = $1 and s.dataset = 'presence' and s.day = $2 and s.location_id = f.location_id`,
    [orgId, day, ...columnsOf(segments)],
  )
}

/** Stores the next revision at the end of the change feed, which stays locked until the transaction ends. */
const publishAgain = async (
  client: pg.ClientBase,
  orgId: string,
  day: string,
  segments: readonly FixedSegment[],
): Promise<void> => {
  if (segments.length === 0) return
  await client.query(
    `with fixed as (
       select location_id, row_count, sha256, row_number() over (order by location_id) as place
       from unnest($3::uuid[], $4::integer[], $5::text[]) as f (location_id, row_count, sha256)
     ),
     feed as (
       insert into change_feeds as f (org_id, position, refreshed_at)
       values ($1, (select count(*) from fixed), clock_timestamp())
       on conflict (org_id) do update
       set position = f.position + excluded.position
       returning position
     ),
     published as (
       insert into publications (org_id, position) select $1, position from feed
     )
     update segments s
     set revision = s.revision + 1, position = feed.position - (select count(*) from fixed) + fixed.place,
       reason = case when fixed.row_count > s.row_count then 'lateEvents' else 'corrected' end,
       published_at = clock_timestamp(), row_count = fixed.row_count, sha256 = decode(fixed.sha256, 'hex')
     from fixed, feed
     where s.org_id = $1 and s.dataset = 'presence' and s.day = $2 and s.location_id = fixed.location_id`,
    [orgId, day, ...columnsOf(segments)],
  )
}
