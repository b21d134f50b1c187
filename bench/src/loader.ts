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
import type { CpuSeconds } from './cpu.ts'
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
    const references: Cost[] = []
    const duckdb: Cost[] = []
    const postgres: Cost[] = []
    let summary: LoadSummary | undefined
    for (let turn = 0; turn < LOADS; turn++) {
      references.push(await costOf(subject, () => readIntoDuckDb(rows, join(folder, `reference-${turn}.duckdb`))))
      const intoDuckDb = async () => {
        summary = await load(client, join(folder, `copy-${turn}.duckdb`))
      }
      duckdb.push(await costOf(subject, intoDuckDb))
      postgres.push(await costOf(subject, () => loadIntoPostgres(client, subject)))
    }
    const { size } = await stat(rows)
    return [
      figureOf('DuckDB', middleOf(duckdb), middleOf(references), summary as LoadSummary, size),
      figureOf('PostgreSQL', middleOf(postgres), middleOf(references), summary as LoadSummary, size),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How long something took, and the processor time of all that took part, in seconds. */
interface Cost extends CpuSeconds {
  readonly seconds: number
  /** This process, in which loader and DuckDB run. */
  readonly own: number
}

const costOf = async (subject: Subject, work: () => Promise<void>): Promise<Cost> => {
  const before = { ...(await subject.cpu()), own: process.cpuUsage() }
  const { seconds } = await timed(work)
  const after = await subject.cpu()
  const { user, system } = process.cpuUsage(before.own)
  return {
    seconds,
    own: (user + system) / 1e6,
    server: after.server - before.server,
    database: after.database - before.database,
  }
}

/** The one that took the median of the time. */
const middleOf = (costs: readonly Cost[]): Cost =>
  costs.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(costs.length / 2)] as Cost

const figureOf = (into: string, cost: Cost, reference: Cost, { datasets, verified }: LoadSummary, size: number): Figure => {
  const { seconds, own, server, database } = cost
  const rowCount = datasets.find(({ name }) => name === DATASET)?.rowsWritten ?? 0
  return {
    name: `load of 30 days of bookings & attendance into ${into}`,
    value: `${Math.round(rowCount / seconds)} rows/s: ${rowCount} rows in ${seconds.toFixed(2)} s`,
    reference: `${reference.seconds.toFixed(2)} s: DuckDB reading the same rows from a local NDJSON file into a table`,
    ratio: reference.seconds / seconds,
    notes: `${(size / 1e6).toFixed(0)} MB as NDJSON; with the directory of 10,000 users; ${verified.bySha256} segments checked by SHA-256; service, loader and database share the machine: CPU s of loader and DuckDB ${own.toFixed(2)}, service ${server.toFixed(2)}, PostgreSQL ${database.toFixed(2)}; of the reference ${reference.own.toFixed(2)}`,
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
