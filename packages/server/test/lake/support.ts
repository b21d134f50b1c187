import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance, type JS } from '@duckdb/node-api'
import { type ExportOptions, exportLake, type LakeReport } from '../../src/warehouse/lake/lake-service.ts'
import type { LakeStorage } from '../../src/warehouse/lake/lake-storage.ts'
import { openLake } from '../../src/warehouse/lake/open-lake.ts'
import type { Office } from '../attendance/support.ts'
import { rowsOf, segmentsOf } from '../refresh/support.ts'

export interface LakeFolder extends AsyncDisposable {
  readonly dir: string
  readonly storage: LakeStorage
}

export const createLakeFolder = async (): Promise<LakeFolder> => {
  const dir = await mkdtemp(join(tmpdir(), 'rollcall-lake-'))
  const storage = await openLake({ kind: 'folder', dir })
  return { dir, storage, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

export const exportTo = async (
  { db, pool, orgId }: Pick<Office, 'db' | 'pool' | 'orgId'>,
  storage: LakeStorage,
  options: ExportOptions = {},
): Promise<LakeReport> => {
  const report = await exportLake({ db, pool }, storage, orgId, options)
  if (!report) throw new Error('Another export is running')
  return report
}

export const filesOf = async (dir: string): Promise<string[]> =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort()

interface Manifest {
  formatVersion: number
  timeline: string
  orgId: string
  after: number
  position: number
  segments: Record<string, unknown>[]
}

/** Lists the files by name. */
export const manifestsOf = async (dir: string): Promise<Manifest[]> => {
  // Files whose names start with a dot are still being written.
  const names = (await filesOf(dir)).filter((name) => name.startsWith('_manifests/') && !name.includes('/.'))
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(dir, name), 'utf8')) as Manifest))
}

/** Reads the lake by its folder only: all files, with the parts of their paths as columns. */
export const readLake = async (dir: string, dataset: string): Promise<Record<string, JS>[]> => {
  const connection = await (await DuckDBInstance.create()).connect()
  const result = await connection.runAndReadAll(
    `from read_parquet('${dir}/dataset=${dataset}/**/*.parquet', hive_partitioning = true, file_row_number = true)
     order by local_day, location, file_row_number`,
  )
  return result.getRowObjectsJS() as Record<string, JS>[]
}

/** A value of a row in JSON as a Parquet file has it, by its look: days of presence are dates, lists are JSON, everything else is a time. */
const asParquet = (value: unknown): unknown => {
  if (Array.isArray(value)) return JSON.stringify(value)
  if (typeof value === 'number') return BigInt(value)
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T.*Z)?$/.test(value) ? new Date(value) : value
}

const NO_LOCATION = '00000000-0000-0000-0000-000000000000'

/** All published rows of a dataset, as the lake should have them. */
export const publishedRows = async (
  office: Pick<Office, 'pool' | 'orgId'>,
  dataset: string,
): Promise<Record<string, unknown>[]> => {
  const rows: Record<string, unknown>[] = []
  for (const { day, locationId } of await segmentsOf(office, dataset)) {
    const location = locationId === NO_LOCATION ? 'none' : locationId
    for (const [index, row] of (await rowsOf(office, day, locationId, dataset)).entries()) {
      rows.push({
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asParquet(value)])),
        ...{ dataset, org: office.orgId, local_day: new Date(day), location, file_row_number: BigInt(index) },
      })
    }
  }
  return rows.sort((a, b) => keyOf(a).localeCompare(keyOf(b)))
}

const keyOf = ({ local_day, location, file_row_number }: Record<string, unknown>): string =>
  [(local_day as Date).toISOString(), location, String(file_row_number).padStart(8)].join()
