import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, type ExpectStatic, test } from 'vitest'
import { ATTENDANCE, DAILY, DIRECTORY } from '../../../loader/src/datasets/datasets.ts'
import { runs } from '../../../server/src/testing/runs.ts'
import { createTestDatabase } from '../../../server/src/testing/test-database.ts'
import { comparableRow, comparableTruth, inOrder } from '../../../server/test/use-cases/support.ts'
import { run, spawnCli, temporaryFolder } from '../support.ts'
import { type PublishedCompany, publishCompany, reachedAt } from './company.ts'
import { readDuckDb, readPostgres } from './copies.ts'
import { checksums, type Row, repeatedKeys } from './rows.ts'
import { awaitSteadyDayThere, lastDayOver, readService } from './service-rows.ts'

const KILLS = runs(3)
/** The test runs many processes. */
const LONG_MS = 300_000

let company: PublishedCompany
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: Awaited<ReturnType<typeof createTestDatabase>>
let expected: Record<string, string>

beforeAll(async () => {
  company = await publishCompany({ fromDay: '2025-02-03', toDay: '2025-02-23' }, 20)
  folder = await temporaryFolder()
  database = await createTestDatabase()
  expected = checksums(await readService(company.reader, company.range))
})
afterAll(async () => {
  await database?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
  await company?.[Symbol.asyncDispose]()
})

interface Backfill {
  /** Time since the load started. */
  readonly ms: number
  readonly code: number | null
  readonly isKilled: boolean
  readonly stderr: string
}

/** Runs the command, and kills it with kill -9 this many milliseconds after the load has started, unless it is done. */
const backfillInto = async (into: string, killAfterMs?: number): Promise<Backfill> => {
  const { fromDay, toDay } = company.range
  const args = ['load', 'backfill', '--into', into, '--from', fromDay, '--to', toDay, '--json']
  // Temporary files of killed processes are removed with the folder.
  const child = spawnCli(args, { ...reachedAt(company), TMPDIR: folder.path })
  let [stderr, startedAt] = ['', 0]
  let timer: NodeJS.Timeout | undefined
  child.stdout?.resume()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    if (startedAt > 0 || !stderr.includes('Loading')) return
    startedAt = performance.now()
    if (killAfterMs !== undefined) timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  })
  const [code, signal] = await once(child, 'close')
  clearTimeout(timer)
  return { ms: performance.now() - startedAt, code, isKilled: signal === 'SIGKILL', stderr }
}

/** The database finishes the statement of a killed process and holds its locks for a moment. */
const othersDone = async (): Promise<void> => {
  const busy = `select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`
  while ((await database.pool.query(busy)).rows.length > 0) await delay(10)
}

interface Copy {
  readonly into: string
  /** Waits until nothing of a killed process is left. */
  readonly settle?: () => Promise<void>
  readonly clear: () => Promise<unknown>
  readonly read: () => Promise<Map<string, Row[]>>
}

/** Kills the load repeatedly at random points of the remaining work; starts again when little is left. */
const killAgainAndAgain = async (expect: ExpectStatic, { into, clear, settle }: Copy): Promise<void> => {
  const { ms: usual, code, stderr } = await backfillInto(into)
  expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
  const moments: number[] = []
  for (let left = 0; moments.length < KILLS; ) {
    if (left < usual / 4) {
      await clear()
      left = usual
    }
    const moment = Math.random() * left
    const ended = await backfillInto(into, moment)
    left = ended.isKilled ? left - moment : 0
    if (ended.isKilled) {
      moments.push(Math.round(moment))
      await settle?.()
    } else expect([ended.code, ended.code === 0 ? '' : ended.stderr]).toEqual([0, ''])
  }
  const last = await backfillInto(into)
  const output = `killed after ${moments.join(', ')} of ${Math.round(usual)} ms`
  expect([output, last.code, last.code === 0 ? '' : last.stderr]).toEqual([output, 0, ''])
}

const expectExact = async (expect: ExpectStatic, { into, read }: Copy): Promise<void> => {
  const tables = await read()
  expect(checksums(tables)).toEqual(expected)
  // The days after the backfill follow, and none of its days is read again.
  await awaitSteadyDayThere(company.reader)
  const expectedLater = checksums(await readService(company.reader, company.range, await lastDayOver(company.reader)))
  const next = await run(['load', 'incremental', '--into', into, '--json'], reachedAt(company))
  expect(JSON.parse(next.stdout)).toMatchObject({ reasons: { refreshed: 0, lateEvents: 0, corrected: 0, erased: 0 } })
  expect(checksums(await read())).toEqual(expectedLater)
  for (const dataset of [...DIRECTORY, ...DAILY]) expect(repeatedKeys(dataset, tables.get(dataset.table) ?? [])).toEqual([])
  const names = new Map(tables.get('users')?.map(({ userId, userName }) => [userId as string, userName as string]))
  const rows = (tables.get(ATTENDANCE.table) ?? []) as unknown as Parameters<typeof comparableRow>[0][]
  expect(inOrder(rows.map((row) => comparableRow(row, names)))).toEqual(inOrder(company.truth.map(comparableTruth)))
}

test.concurrent('a backfill into DuckDB that is repeatedly killed at any moment ends exact and true', {
  timeout: LONG_MS,
}, async ({ expect }) => {
  const home = join(folder.path, 'duckdb')
  const into = join(home, 'copy.duckdb')
  await mkdir(home)
  const clear = async () => {
    await rm(home, { recursive: true })
    await mkdir(home)
  }
  const copy = { into, clear, read: () => readDuckDb(into) }
  await killAgainAndAgain(expect, copy)
  await expectExact(expect, copy)
})

test.concurrent('a backfill into PostgreSQL that is repeatedly killed at any moment ends exact and true', {
  timeout: LONG_MS,
}, async ({ expect }) => {
  const clear = () => database.pool.query('drop schema if exists rollcall cascade')
  const copy = { into: database.url, settle: othersDone, clear, read: () => readPostgres(database.url) }
  await killAgainAndAgain(expect, copy)
  await expectExact(expect, copy)
})
