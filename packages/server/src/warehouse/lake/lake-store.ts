import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import type { CompressedRows } from '../chunks/chunk.ts'
import { OF_ORGANIZATION } from '../feed/feed-timeline.ts'
import { type SegmentPlace, segmentPath } from './lake-paths.ts'

/** How far a lake has followed the change feed of an organization, and on which timeline. */
export interface Exported {
  readonly position: number
  /** Null if the lake was written before timelines existed. */
  readonly timelineId: string | null
}

/** Returns undefined if nothing was exported yet. */
export const selectExported = (db: Db, orgId: string, lake: string): Promise<Exported | undefined> =>
  db
    .selectFrom('lake_exports')
    .select(['position', 'timeline_id as timelineId'])
    .where('org_id', '=', orgId)
    .where('lake', '=', lake)
    .executeTakeFirst()

export const saveExported = async (db: Db, orgId: string, lake: string, { position, timelineId }: Exported): Promise<void> => {
  await sql`
    insert into lake_exports as e (org_id, lake, position, timeline_id)
    values (${orgId}, ${lake}, ${position}, ${timelineId})
    on conflict (org_id, lake) do update
    set position = excluded.position, timeline_id = excluded.timeline_id, exported_at = clock_timestamp()
  `.execute(db)
}

export const deleteExported = async (db: Db, orgId: string, lake: string): Promise<void> => {
  await db.deleteFrom('lake_exports').where('org_id', '=', orgId).where('lake', '=', lake).execute()
}

/** Returns the organizations that have publications the lake lacks, or whose lake belongs to another timeline. */
export const selectBehind = async (db: Db, lake: string, timelineId: string): Promise<string[]> => {
  const { rows } = await sql<{ orgId: string }>`
    select f.org_id as "orgId"
    from change_feeds f
    cross join (select ${timelineId}::uuid as id) t
    join organizations o on o.id = f.org_id and o.placement = 'here'
    left join lake_exports e on e.org_id = f.org_id and e.lake = ${lake}
    where (f.position > coalesce(e.position, 0) or e.timeline_id is distinct from ${OF_ORGANIZATION})
    order by f.org_id
  `.execute(db)
  return rows.map(({ orgId }) => orgId)
}

/** Returns all organizations that have published anything. */
export const selectPublishing = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('change_feeds').select('org_id').where(servedHere('org_id')).orderBy('org_id').execute()
  return rows.map((row) => row.org_id)
}

/** A published segment. */
export interface PublishedSegment extends SegmentPlace {
  readonly position: number
  readonly revision: number
  readonly reason: string
  readonly rowCount: number
  /** Null: its rows are not fixed yet. */
  readonly sha256: Buffer | null
}

/** Returns what was published after a position, in the order of the feed, by a range of the unique index. */
export const selectPublished = async (db: Db, orgId: string, after: number, limit: number): Promise<PublishedSegment[]> => {
  const { rows } = await sql<PublishedSegment>`
    select dataset, day, location_id as "locationId", position, revision, reason, row_count as "rowCount", sha256
    from segments
    where org_id = ${orgId} and position > ${after}
    order by position
    limit ${limit}
  `.execute(db)
  return rows
}

/** Returns the paths of the files that a complete lake of an organization contains. */
export const selectFilePaths = async (db: Db, orgId: string, through = Number.MAX_SAFE_INTEGER): Promise<Set<string>> => {
  const { rows } = await sql<SegmentPlace>`
    select dataset, day, location_id as "locationId"
    from segments
    where org_id = ${orgId} and position between 1 and ${through} and row_count > 0
  `.execute(db)
  return new Set(rows.map((place) => segmentPath(orgId, place)))
}

/** One revision of a segment with its rows. */
export interface SegmentContent {
  readonly revision: number
  readonly reason: string
  readonly rowCount: number
  /** Null: its rows are not fixed yet. */
  readonly sha256: Buffer | null
  /** The rows as compressed chunks, in order. */
  readonly chunks: readonly CompressedRows[]
}

/** One statement reads both, so that revision and rows match. The rows are held in memory, compressed to a twelfth. */
export const selectContent = async (
  db: Db,
  orgId: string,
  { dataset, day, locationId }: SegmentPlace,
): Promise<SegmentContent> => {
  const { rows } = await sql<Omit<SegmentContent, 'chunks'> & { bytes: Buffer | null; size: number }>`
    select s.revision, s.reason, s.row_count as "rowCount", s.sha256, c.zstandard as bytes, c.size
    from segments s
    left join segment_chunks c
      on c.org_id = s.org_id and c.dataset = s.dataset and c.day = s.day and c.location_id = s.location_id
    where s.org_id = ${orgId} and s.dataset = ${dataset} and s.day = ${day} and s.location_id = ${locationId}
    order by c.chunk_no
  `.execute(db)
  const [first] = rows
  if (!first) throw new Error('The segment is gone')
  return { ...first, chunks: rows.flatMap(({ bytes, size }) => (bytes ? { bytes, size } : [])) }
}
