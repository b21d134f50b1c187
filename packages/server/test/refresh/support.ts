import zlib from 'node:zlib'
import { SEGMENT_DATASETS } from '@rollcall/contract'
import type pg from 'pg'
import { type RefreshOptions, type RefreshReport, runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import type { Office } from '../attendance/support.ts'

export interface PublishedSegment {
  readonly dataset: string
  readonly day: string
  readonly locationId: string
  readonly revision: number
  readonly position: number
  readonly reason: string
  readonly rowCount: number
  /** Hexadecimal; null until the rows were read. */
  readonly sha256: string | null
}

/** Lists the published segments of an organization by dataset, day and location: of all datasets, or of these. */
export const segmentsOf = async (
  { pool, orgId }: Pick<Office, 'pool' | 'orgId'>,
  ...datasets: string[]
): Promise<PublishedSegment[]> => {
  const { rows } = await pool.query(
    `select dataset, day, location_id as "locationId", revision, position, reason, row_count as "rowCount",
       encode(sha256, 'hex') as sha256
     from segments
     where org_id = $1 and dataset = any ($2)
     order by dataset, day, location_id`,
    [orgId, datasets.length > 0 ? datasets : SEGMENT_DATASETS],
  )
  return rows
}

/** The same of attendance and presence, which the other datasets count. */
export const factsOf = (office: Pick<Office, 'pool' | 'orgId'>): Promise<PublishedSegment[]> =>
  segmentsOf(office, 'user-booking-attendance', 'presence')

/** Lists what was published between two looks by dataset, day and location. */
export const changesBy = (
  before: readonly PublishedSegment[],
  after: readonly PublishedSegment[],
): Omit<PublishedSegment, 'position' | 'sha256'>[] => {
  const known = new Set(before.map(({ position }) => position))
  return after.filter(({ position }) => !known.has(position)).map(({ position: _, sha256: __, ...segment }) => segment)
}

/** Reduces a segment to its content, without when and how often it was published. */
export const contentOf = async (office: Pick<Office, 'pool' | 'orgId'>): Promise<object[]> => {
  const segments = (await segmentsOf(office)).filter(({ rowCount }) => rowCount > 0)
  return Promise.all(
    segments.map(async ({ dataset, day, locationId, rowCount, sha256 }) => ({
      ...{ dataset, day, locationId, rowCount },
      ...(dataset === 'user-booking-attendance' ? { rows: timeless(await rowsOf(office, day, locationId)) } : { sha256 }),
    })),
  )
}

/** Rows without the time of their last change, which says when they were published. */
export const timeless = (rows: readonly object[]): object[] => rows.map((row) => ({ ...row, updatedAt: null }))

export type AttendanceRow = Record<string, unknown> & { userId: string; day: string; attendanceType: string | null }

/** Rows of a segment, read out of both forms in which they are kept. */
export const rowsOf = async (
  { pool, orgId }: Pick<Office, 'pool' | 'orgId'>,
  day: string,
  locationId: string,
  dataset = 'user-booking-attendance',
): Promise<AttendanceRow[]> => {
  const { rows } = await pool.query<{ deflated: Buffer; zstandard: Buffer }>(
    `select deflated, zstandard
     from segment_chunks
     where org_id = $1 and dataset = $2 and day = $3 and location_id = $4
     order by chunk_no`,
    [orgId, dataset, day, locationId],
  )
  const texts = rows.map(({ deflated, zstandard }) => {
    const text = zlib.zstdDecompressSync(zstandard).toString()
    const inflated = zlib.inflateRawSync(Buffer.concat([deflated, Buffer.from([3, 0])])).toString()
    if (inflated !== text) throw new Error('The two forms of a chunk differ.')
    return text
  })
  return JSON.parse(`[${texts.join(',')}]`)
}

export const noonUtc = (day: string): Date => new Date(`${day}T12:00:00Z`)

export const refresh = (
  office: Pick<Office, 'pool' | 'orgId'>,
  moment: Date,
  more: RefreshOptions = {},
): Promise<RefreshReport> => runRefresh({ pool: office.pool }, office.orgId, { moment, ...more })

export interface Run {
  readonly status: string
  readonly trigger: string
  readonly days: number
  readonly rows: number
  readonly segments: number
  readonly restated: number
  readonly error: string | null
}

/** Recorded runs, the first one first. */
export const runsOf = async ({ pool, orgId }: { pool: pg.Pool; orgId: string }): Promise<Run[]> => {
  const { rows } = await pool.query(
    `select status, trigger, days, rows, segments, restated, error from refresh_runs where org_id = $1 order by run_no`,
    [orgId],
  )
  return rows
}

/** Forgets everything that was ever published, so that the next refresh begins from scratch. */
export const unpublish = async ({ pool, orgId }: { pool: pg.Pool; orgId: string }): Promise<void> => {
  for (const statement of [
    'delete from segments where org_id = $1',
    'delete from published_locations where org_id = $1',
    'update day_changes set published = 0 where org_id = $1',
  ]) {
    await pool.query(statement, [orgId])
  }
}
