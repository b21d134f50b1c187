import type { SegmentDataset, SegmentReason } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { Chunk } from '../chunks/chunk.ts'

/** The stored properties of a segment, without its rows. */
export interface StoredSegment {
  readonly day: string
  readonly locationId: string
  readonly revision: number
  readonly rowCount: number
  /** Null until its rows are fixed. */
  readonly sha256: Buffer | null
}

/** A new revision of a segment. */
export interface SegmentRevision {
  readonly day: string
  readonly locationId: string
  readonly reason: SegmentReason
  readonly rowCount: number
  readonly sha256: Buffer | null
  readonly chunks: readonly Chunk[]
}

/** Returns the segments of some days by `segmentKey`. */
export type StoredSegments = ReadonlyMap<string, StoredSegment>

export const segmentKey = (day: string, locationId: string): string => day + locationId

export const listSegments = async (
  db: Db,
  orgId: string,
  dataset: SegmentDataset,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<StoredSegments> => {
  const { rows } = await sql<StoredSegment>`
    select day, location_id as "locationId", revision, row_count as "rowCount", sha256
    from segments
    where org_id = ${orgId} and dataset = ${dataset} and day between ${firstDay} and ${lastDay}
  `.execute(db)
  return new Map(rows.map((segment) => [segmentKey(segment.day, segment.locationId), segment]))
}

/**
 * Stores revisions in place of earlier ones. Their positions are negative, and hidden from readers, until `assignPositions` ends
 * the transaction: so the end of the change feed is locked only for a moment instead of during the computation.
 */
export const saveRevisions = async (
  trx: Db,
  orgId: string,
  dataset: SegmentDataset,
  revisions: readonly SegmentRevision[],
): Promise<void> => {
  if (revisions.length === 0) return
  const column = <K extends keyof SegmentRevision>(name: K) => revisions.map((revision) => revision[name])
  const days = sql`${arrayLiteral(column('day'))}::date[]`
  const locationIds = sql`${arrayLiteral(column('locationId'))}::uuid[]`
  await sql`
    delete from segment_chunks c
    using unnest(${days}, ${locationIds}) as r (day, location_id)
    where c.org_id = ${orgId} and c.dataset = ${dataset} and c.day = r.day and c.location_id = r.location_id
  `.execute(trx)
  await sql`
    insert into segments as s
      (org_id, dataset, day, location_id, revision, position, reason, published_at, row_count, sha256)
    select ${orgId}, ${dataset}, day, location_id, 1, lowest.position - row_number() over (order by day, location_id), reason,
      clock_timestamp(), row_count, decode(sha256, 'hex')
    from unnest(
      ${days}, ${locationIds}, ${arrayLiteral(column('reason'))}::text[], ${column('rowCount')}::integer[],
      ${column('sha256').map((sha256) => sha256?.toString('hex') ?? null)}::text[]
    ) as r (day, location_id, reason, row_count, sha256)
    cross join (select least(0, min(position)) as position from segments where org_id = ${orgId}) lowest
    order by day, location_id
    on conflict (org_id, dataset, day, location_id) do update
    set revision = s.revision + 1, position = excluded.position, reason = excluded.reason, row_count = excluded.row_count,
      sha256 = excluded.sha256
  `.execute(trx)
  await saveChunks(trx, orgId, dataset, revisions)
}

const saveChunks = async (
  trx: Db,
  orgId: string,
  dataset: SegmentDataset,
  revisions: readonly SegmentRevision[],
): Promise<void> => {
  const chunks = revisions.flatMap(({ day, locationId, chunks: all }) =>
    all.map((chunk, index) => ({ day, locationId, chunk, index })),
  )
  if (chunks.length === 0) return
  // Single parameters are sent as bytes; an array would be sent as hexadecimal text.
  const values = chunks.map(
    ({ day, locationId, index, chunk: { rowCount, size, crc32, deflated, zstandard } }) =>
      sql`(${orgId}, ${dataset}, ${day}, ${locationId}, ${index}, ${rowCount}, ${size}, ${crc32}, ${deflated}, ${zstandard})`,
  )
  await sql`
    insert into segment_chunks
      (org_id, dataset, day, location_id, chunk_no, row_count, size, crc32, deflated, zstandard)
    values ${sql.join(values)}
  `.execute(trx)
}

/**
 * Assigns positions at the end of the change feed to everything that this transaction has stored. No one else can publish until
 * it ends, so positions are committed in order. A new end of the feed is a publication with a random id.
 */
export const assignPositions = async (trx: Db, orgId: string): Promise<void> => {
  await sql`
    insert into change_feeds (org_id, position, refreshed_at)
    values (${orgId}, 0, clock_timestamp())
    on conflict (org_id) do update
    set refreshed_at = excluded.refreshed_at
  `.execute(trx)
  await sql`
    with placed as (
      update segments s
      set position = f.position + n.place, published_at = f.refreshed_at
      from change_feeds f, (
        select dataset, day, location_id, row_number() over (order by day, location_id, dataset) as place
        from segments
        where org_id = ${orgId} and position < 0
      ) n
      where f.org_id = ${orgId} and s.org_id = ${orgId}
        and s.dataset = n.dataset and s.day = n.day and s.location_id = n.location_id
      returning 1
    ), moved as (
      update change_feeds
      set position = position + (select count(*) from placed)
      where org_id = ${orgId} and exists (select from placed)
      returning org_id, position
    )
    insert into publications (org_id, position) select org_id, position from moved
  `.execute(trx)
}
