import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { CompressedRows } from '../segments/chunk.ts'
import type { SegmentPlace } from './lake-paths.ts'

/** How far a lake follows the change feed of an organisation; 0 where it has nothing yet. */
export const selectExported = async (db: Db, orgId: string, lake: string): Promise<number> => {
  const row = await db
    .selectFrom('lake_exports')
    .select('position')
    .where('org_id', '=', orgId)
    .where('lake', '=', lake)
    .executeTakeFirst()
  return row?.position ?? 0
}

export const saveExported = async (db: Db, orgId: string, lake: string, position: number): Promise<void> => {
  await sql`
    insert into lake_exports as e (org_id, lake, position)
    values (${orgId}, ${lake}, ${position})
    on conflict (org_id, lake) do update
    set position = excluded.position, exported_at = clock_timestamp()
  `.execute(db)
}

/** Of all organisations: those with publications that the lake does not have. */
export const selectBehind = async (db: Db, lake: string): Promise<string[]> => {
  const { rows } = await sql<{ orgId: string }>`
    select f.org_id as "orgId"
    from change_feeds f
    left join lake_exports e on e.org_id = f.org_id and e.lake = ${lake}
    where f.position > coalesce(e.position, 0)
    order by f.org_id
  `.execute(db)
  return rows.map(({ orgId }) => orgId)
}

/** What was published after a position, in the order of the feed. A range of the unique index. */
export const selectPublished = async (
  db: Db,
  orgId: string,
  after: number,
  limit: number,
): Promise<(SegmentPlace & { position: number })[]> => {
  const { rows } = await sql<SegmentPlace & { position: number }>`
    select dataset, day, location_id as "locationId", position
    from segments
    where org_id = ${orgId} and position > ${after}
    order by position
    limit ${limit}
  `.execute(db)
  return rows
}

/** A segment with its rows, all of one revision. */
export interface SegmentContent {
  readonly revision: number
  readonly reason: string
  readonly rowCount: number
  /** Null: its rows are not fixed yet. */
  readonly sha256: Buffer | null
  /** Its rows, one chunk after the other. */
  readonly chunks: readonly CompressedRows[]
}

/** One statement, so that revision and rows belong together. All in memory, compressed to a twelfth. */
export const selectContent = async (
  db: Db,
  orgId: string,
  { dataset, day, locationId }: SegmentPlace,
): Promise<SegmentContent> => {
  const { rows } = await sql<Omit<SegmentContent, 'chunks'> & { zstandard: Buffer | null; size: number }>`
    select s.revision, s.reason, s.row_count as "rowCount", s.sha256, c.zstandard, c.size
    from segments s
    left join segment_chunks c
      on c.org_id = s.org_id and c.dataset = s.dataset and c.day = s.day and c.location_id = s.location_id
    where s.org_id = ${orgId} and s.dataset = ${dataset} and s.day = ${day} and s.location_id = ${locationId}
    order by c.chunk_no
  `.execute(db)
  const [first] = rows
  if (!first) throw new Error('The segment is gone')
  return { ...first, chunks: rows.flatMap(({ zstandard, size }) => (zstandard ? { zstandard, size } : [])) }
}
