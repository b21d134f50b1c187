import type { SegmentDataset } from '@rollcall/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { copyBinary, literal } from '../../platform/sql/copy-out.ts'
import type { ChunkForm } from '../chunks/chunk.ts'
import type { PlacedRows } from '../chunks/chunk-cache.ts'
import { binaryRows } from '../rows/binary-rows.ts'

/** Some days of a dataset, for these locations or for all. */
export interface SegmentRange {
  readonly orgId: string
  readonly dataset: SegmentDataset
  readonly firstDay: string
  readonly lastDay: string
  readonly locationIds?: readonly string[] | undefined
}

/** The published part of a day. */
export interface SegmentDay {
  /** Identifies the state of the day across all locations; the fields below concern only the requested ones. */
  readonly state: string
  /** The sum of revisions and the last position, which together identify the state. */
  readonly revisions: number
  readonly position: number
  readonly publishedAt: number
  readonly rowCount: number
  /** The number of segments whose rows are not fixed yet. */
  readonly unbuilt: number
}

/** The location of a stored chunk, and its size in each of its encodings. */
export interface ChunkRef {
  readonly day: string
  readonly locationId: string
  readonly revision: number
  readonly chunkNo: number
  readonly sizes: Readonly<Record<ChunkForm, number>>
}

const isAskedFor = ({ locationIds }: SegmentRange) =>
  locationIds ? sql`s.location_id = any (${arrayLiteral(locationIds)}::uuid[])` : sql`true`

/** A corrected time zone may reopen a published day. Its stored segments are ignored until it is over again. */
const PUBLISHED = sql`published_locations p
      on p.org_id = s.org_id and p.location_id = s.location_id and p.published_through >= s.day`

/** Returns a map by day without the days that have no segments, read by a range of the primary key. */
export const readSegmentDays = async (db: Db, range: SegmentRange): Promise<Map<string, SegmentDay>> => {
  const { orgId, dataset, firstDay, lastDay } = range
  const { rows } = await sql<SegmentDay & { day: string }>`
    select s.day, concat_ws('-', sum(s.revision), max(s.position)) as state,
      coalesce(sum(s.revision) filter (where a.asked), 0)::int8 as revisions,
      coalesce(max(s.position) filter (where a.asked), 0) as position,
      coalesce((extract(epoch from max(s.published_at) filter (where a.asked)) * 1000)::int8, 0) as "publishedAt",
      coalesce(sum(s.row_count) filter (where a.asked), 0)::int8 as "rowCount",
      count(*) filter (where a.asked and s.sha256 is null) as unbuilt
    from segments s
    join ${PUBLISHED}
    cross join lateral (select ${isAskedFor(range)} as asked) a
    where s.org_id = ${orgId} and s.dataset = ${dataset} and s.day between ${firstDay} and ${lastDay}
    group by s.day
  `.execute(db)
  return new Map(rows.map(({ day, ...state }) => [day, state]))
}

/** Lists the days since this one that have presence whose rows are not fixed, the latest first. */
export const listAnnouncedDays = async (db: Db, orgId: string, firstDay: string): Promise<string[]> => {
  const { rows } = await sql<{ day: string }>`
    select distinct day
    from segments
    where org_id = ${orgId} and dataset = 'presence' and day >= ${firstDay} and sha256 is null
    order by day desc
  `.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Sorted by day, location and row. Reads only the pointers to the bytes. Both tables are read by a range of their keys and sorted
 * together, instead of joined: as long as PostgreSQL takes them for empty, as after a first refresh, a join would compare each segment
 * with each chunk, and a look-up for each segment takes three times as long for a year.
 */
export const listChunks = async (db: Db, range: SegmentRange): Promise<ChunkRef[]> => {
  const { orgId, dataset, firstDay, lastDay } = range
  const asked = sql`s.org_id = ${orgId} and s.dataset = ${dataset} and s.day between ${firstDay} and ${lastDay} and ${isAskedFor(range)}`
  const { rows } = await sql<Omit<ChunkRef, 'sizes'> & Record<ChunkForm, number>>`
    select day, location_id as "locationId", revision, chunk_no as "chunkNo", deflated, zstandard
    from (
      select day, location_id, max(revision) over (partition by day, location_id) as revision, chunk_no, deflated, zstandard
      from (
        select s.day, s.location_id, s.revision, null::integer as chunk_no, null::integer as deflated, null::integer as zstandard
        from segments s
        join ${PUBLISHED}
        where ${asked}
        union all
        select s.day, s.location_id, null, s.chunk_no, octet_length(s.deflated), octet_length(s.zstandard)
        from segment_chunks s
        where ${asked}
      ) u
    ) c
    where revision is not null and chunk_no is not null
    order by day, location_id, chunk_no
  `.execute(db)
  return rows.map(({ deflated, zstandard, ...ref }) => ({ ...ref, sizes: { deflated, zstandard } }))
}

/**
 * Reads the chunks in order and in one encoding, by binary COPY, because the driver would receive bytes as hexadecimal text.
 * @throws Error if a chunk is no longer stored, which cannot happen within one snapshot
 */
export const fetchChunks = async (
  client: pg.ClientBase,
  { orgId, dataset }: Pick<SegmentRange, 'orgId' | 'dataset'>,
  refs: readonly ChunkRef[],
  form: ChunkForm,
): Promise<PlacedRows[]> => {
  const column = (name: Exclude<keyof ChunkRef, 'sizes'>) => literal(arrayLiteral(refs.map((ref) => ref[name])))
  const rows = copyBinary(
    client,
    `select (r.n - 1)::int4, c.row_count, c.size, c.crc32, c.${form}
     from unnest(${column('day')}::date[], ${column('locationId')}::uuid[], ${column('revision')}::int4[],
       ${column('chunkNo')}::int4[]) with ordinality as r (day, location_id, revision, chunk_no, n)
     cross join lateral (
       select from segments
       where org_id = ${literal(orgId)} and dataset = ${literal(dataset)} and day = r.day and location_id = r.location_id
         and revision = r.revision
       offset 0
     ) s
     cross join lateral (
       select row_count, size, crc32, ${form}
       from segment_chunks
       where org_id = ${literal(orgId)} and dataset = ${literal(dataset)} and day = r.day and location_id = r.location_id
         and chunk_no = r.chunk_no
       offset 0
     ) c`,
  )
  const chunks: PlacedRows[] = []
  for await (const [n, rowCount, size, crc32, bytes] of binaryRows(rows)) {
    const index = (n as Buffer).readInt32BE()
    chunks[index] = {
      locationId: (refs[index] as ChunkRef).locationId,
      rowCount: (rowCount as Buffer).readInt32BE(),
      size: (size as Buffer).readInt32BE(),
      crc32: Number((crc32 as Buffer).readBigInt64BE()),
      bytes: bytes as Buffer,
    }
  }
  if (chunks.filter(Boolean).length < refs.length) throw new Error('Segments were published again while they were read')
  return chunks
}
