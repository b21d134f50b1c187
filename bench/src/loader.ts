import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { DuckDBInstance } from '@duckdb/node-api'
import { createClient, type RollcallClient } from '@rollcall/client'
import { backfill, httpFetch, type LoadSummary, openDestination } from '@rollcall/loader'
import { callAsKey } from './caller.ts'
import { median } from './load.ts'
import { dayFromNow, timed } from './measure.ts'
import type { Figure } from './report.ts'
import { seedHistory } from './seed-history.ts'
import type { Subject } from './subject.ts'

const LOADS = 3
const DATASET = 'user-booking-attendance'

const MONTH = { from: dayFromNow(-30), to: dayFromNow(-1) }

/**
 * The load of an integrator from the service into a database, verified, compared with DuckDB reading the same rows from a file.
 */
export const measureLoader = async (subject: Subject): Promise<Figure[]> => {
  await seedHistory(subject)
  const reader = await callAsKey(subject)
  await reader.json('POST', '/api/refresh-runs', {})
  reader.close()
  const [id = '', secret = ''] = atob(subject.authorization.slice('Basic '.length)).split(':')
  const client = createClient({ baseUrl: subject.baseUrl, key: { id, secret }, fetch: httpFetch })
  // As `rollcall load` does, which also reads by node:http: otherwise buffers cost a garbage collection for every 32 MB of rows.
  setFlagsFromString('--external-memory-accounted-in-global-limit')
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
  try {
    const rows = join(folder, 'month.ndjson')
    await writeRows(client, rows)
    const references: number[] = []
    const duckdb: number[] = []
    const postgres: number[] = []
    let summary: LoadSummary | undefined
    for (let turn = 0; turn < LOADS; turn++) {
      references.push((await timed(() => readIntoDuckDb(rows, join(folder, `reference-${turn}.duckdb`)))).seconds)
      const loaded = await timed(() => load(client, join(folder, `copy-${turn}.duckdb`)))
      duckdb.push(loaded.seconds)
      summary = loaded.result
      postgres.push((await timed(() => loadIntoPostgres(client, subject))).seconds)
    }
    const reference = median(references)
    return [
      figureOf('DuckDB', median(duckdb), reference, summary as LoadSummary, (await stat(rows)).size),
      figureOf('PostgreSQL', median(postgres), reference, summary as LoadSummary, (await stat(rows)).size),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const figureOf = (
  into: string,
  seconds: number,
  reference: number,
  { datasets, verified }: LoadSummary,
  size: number,
): Figure => {
  const rowCount = datasets.find(({ name }) => name === DATASET)?.rowsWritten ?? 0
  return {
    name: `load of 30 days of bookings & attendance into ${into}`,
    value: `${Math.round(rowCount / seconds)} rows/s: ${rowCount} rows in ${seconds.toFixed(2)} s`,
    reference: `${reference.toFixed(2)} s: DuckDB reading the same rows from a local NDJSON file into a table`,
    ratio: reference / seconds,
    notes: `${(size / 1e6).toFixed(0)} MB as NDJSON; with the directory of 10,000 users; ${verified.bySha256} segments checked by SHA-256; service, loader and database share the machine`,
  }
}

const load = async (client: RollcallClient, where: string): Promise<LoadSummary> => {
  await using destination = await openDestination(where)
  return await backfill({ client, destination, ...MONTH, datasets: [DATASET] })
}

/** Loads into the PostgreSQL of the service, in a separate schema. */
const loadIntoPostgres = async (client: RollcallClient, { pool }: Subject): Promise<void> => {
  const schema = `bench_${randomUUID().replaceAll('-', '')}`
  await using destination = await openDestination(pool.options.connectionString as string, { schema })
  await backfill({ client, destination, ...MONTH, datasets: [DATASET] })
  await pool.query(`drop schema ${schema} cascade`)
}

const writeRows = async (client: RollcallClient, file: string): Promise<void> => {
  const { bytes } = await client.open('readAttendance', { startDate: MONTH.from, endDate: MONTH.to }, { format: 'ndjson' })
  await pipeline(Readable.from(bytes), createWriteStream(file))
}

const readIntoDuckDb = async (rows: string, file: string): Promise<void> => {
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run(`create table attendance as select * from read_ndjson('${rows}')`)
  connection.closeSync()
  instance.closeSync()
}
