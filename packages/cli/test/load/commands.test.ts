import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { AttendanceRow } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../server/src/testing/test-database.ts'
import { dayIn } from '../../../server/test/parking/support.ts'
import { type Finished, run, spawnCli, temporaryFolder } from '../support.ts'
import { type PublishedCompany, publishCompany, reachedAt } from './company.ts'
import { readDuckDb, readPostgres } from './copies.ts'
import { type Passed, startProxy } from './proxy.ts'
import { checksums } from './rows.ts'
import { lastDayOver, readService } from './service-rows.ts'

/** The test runs many processes. */
const LONG_MS = 180_000

let company: PublishedCompany
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase

beforeAll(async () => {
  company = await publishCompany({ fromDay: '2025-03-03', toDay: '2025-03-16' }, 20)
  folder = await temporaryFolder()
  database = await createTestDatabase()
})
afterAll(async () => {
  await database?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
  await company?.[Symbol.asyncDispose]()
})

const load = (args: string[], env: Record<string, string> = {}): Promise<Finished> =>
  run(['load', ...args], { ...reachedAt(company), ...env })
const done = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await load(args)
  expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
  return stdout
}
const place = (name: string): string => join(folder.path, name)
const days = () => ['--from', company.range.fromDay, '--to', company.range.toDay]

describe('a copy', () => {
  test('in DuckDB is loaded, shown, verified, found different after a manual change, and repaired', {
    timeout: LONG_MS,
  }, async () => {
    const into = place('copy.duckdb')
    const nothing = await load(['status', '--into', into])
    expect([nothing.code, nothing.stdout]).toEqual([1, expect.stringContaining('nothing has been loaded yet')])
    const dry = await done('backfill', '--into', into, ...days(), '--dry-run')
    expect(dry).toMatch(/^Would be loaded into DuckDB file .*nothing was written\.\n/)
    expect(await readdir(folder.path)).not.toContain('copy.duckdb')

    const text = await done('backfill', '--into', into, ...days())
    expect(text).toMatch(/^Loaded into DuckDB file .*copy\.duckdb, by the change feed of the service\.\n\ndataset +table +rows/)
    expect(text).toMatch(/user-booking-attendance +user_booking_attendance +\d+/)
    expect(text).toMatch(
      /\d+ rows, [\d.]+ [kM]B of JSON in [\d.]+ s, \d+ rows\/s\.\nSegments: \d+ of new days\.\nChecked against the service/,
    )
    expect(checksums(await readDuckDb(into))).toEqual(checksums(await readService(company.reader, company.range)))

    const { datasets } = JSON.parse(await done('incremental', '--into', into, '--json'))
    expect(datasets.find(({ name }: { name: string }) => name === 'presence')).toMatchObject({ rowsWritten: 0, segmentsRead: 0 })
    expect(await done('incremental', '--into', into)).toMatch(/Nothing has changed since the last load \([\d.]+ s\)\.\n/)
    expect(await done('status', '--into', into)).toMatch(
      /: complete, last loaded .*\n\ndataset +table[\s\S]*presence +presence +\d+ +2025-03-03/,
    )
    expect(await done('verify', '--into', into)).toMatch(/compared with DuckDB file .*: no difference\.\n/)

    const instance = await DuckDBInstance.create(into)
    const connection = await instance.connect()
    const { rowsChanged } = await connection.run('delete from presence where event_id = (select min(event_id) from presence)')
    expect(rowsChanged).toBe(1)
    connection.closeSync()
    instance.closeSync()
    const different = await load(['verify', '--into', into])
    expect([different.code, different.stdout]).toEqual([
      1,
      expect.stringMatching(/1 difference\.[\s\S]*\npresence +2025-03-\d\d +\S+ .*rollcall load verify --repair/),
    ])
    expect(await done('verify', '--into', into, '--repair')).toMatch(
      /^DuckDB file .*: 1 difference\.\n[\s\S]*\npresence +2025-03-\d\d[\s\S]*\nLoaded into DuckDB file [\s\S]*\npresence +presence +[1-9]/,
    )
    // The incremental load has added the calendar of all days since.
    expect(checksums(await readDuckDb(into))).toEqual(
      checksums(await readService(company.reader, company.range, await lastDayOver(company.reader))),
    )
    const repaired = JSON.parse(await done('verify', '--into', into, '--repair', '--json'))
    expect(repaired).toMatchObject({ differences: [], summary: { reasons: { refreshed: 0 } } })
  })

  test('in PostgreSQL is stored in the given schema, next to other tables', async () => {
    await done('backfill', '--into', database.url, '--schema', 'warehouse', ...days())
    const copy = await readPostgres(database.url, 'warehouse')
    expect(checksums(copy)).toEqual(checksums(await readService(company.reader, company.range)))
    const { rows } = await database.pool.query(
      `select count(*)::int as total from warehouse.bookings_with_users where user_name is not null`,
    )
    expect(rows).toEqual([{ total: copy.get('user_booking_attendance')?.length }])
    const { datasets } = JSON.parse(await done('status', '--into', database.url, '--schema', 'warehouse', '--json'))
    expect(datasets).toContainEqual(expect.objectContaining({ name: 'users', rows: 20 }))
  })

  test('in a folder has the given format and datasets', async () => {
    const into = place('csv')
    await done('backfill', '--into', into, '--format', 'csv', '--datasets', 'user-booking-attendance,events', ...days())
    const files = await readdir(into, { recursive: true })
    expect(files.filter((file) => /^user_booking_attendance.*2025-03-1/.test(file) && file.endsWith('.csv'))).not.toEqual([])
    expect(files.filter((file) => /^presence.*2025/.test(file))).toEqual([])
    expect(files).toContain('users.csv')
    expect(await done('verify', '--into', into)).toContain('no difference')
  })

  test('as NDJSON has the field names of the service, under the paths of the guide', async () => {
    const into = place('lines')
    await done('backfill', '--into', into, '--format', 'ndjson', '--datasets', 'user_booking_attendance', ...days())
    const files = await readdir(into, { recursive: true })
    const [day = ''] = files.filter((file) => /^user_booking_attendance\/day=2025-03-1\d\/location=[^/]+\.ndjson$/.test(file))
    const [row = '{}'] = (await readFile(join(into, day), 'utf8')).split('\n')
    expect(Object.keys(JSON.parse(row))).toEqual(Object.keys(AttendanceRow.properties))
    expect(await readFile(join(into, '_rollcall', 'views.sql'), 'utf8')).toContain('attendance_type')
  })

  test('of unfinished days ends with the last completed day, and says so', async () => {
    const into = place('cut.duckdb')
    const from = dayIn(-7)
    const text = await done('backfill', '--into', into, '--from', from, '--to', '2999-12-31')
    const yesterday = text.match(
      /Note: 2999-12-31 is not over yet: loaded up to (\d{4}-\d\d-\d\d), the last day that is over everywhere\.\n/,
    )?.[1]
    expect(Math.abs(Date.parse(yesterday ?? '') - Date.now())).toBeLessThan(3 * 86_400_000)
    expect(await done('backfill', '--into', into, '--from', from, '--to', yesterday as string)).not.toContain('not over')
  })
})

describe('load future', () => {
  test('replaces the bookings of future days', async () => {
    const into = place('future.duckdb')
    const [user] = await Array.fromAsync(company.reader.readUsers())
    const [office] = await Array.fromAsync(company.reader.readLocations())
    const rowOf = async () => {
      const instance = await DuckDBInstance.create(into, { access_mode: 'READ_ONLY' })
      const connection = await instance.connect()
      const answer = await connection.runAndReadAll(
        'select plan, user_name from future_bookings_with_users where user_id = $user and day = $day::date',
        { user: user?.userId as string, day: dayIn(5) },
      )
      connection.closeSync()
      instance.closeSync()
      return answer.getRowObjectsJson()
    }
    const key = { userId: user?.userId as string, day: dayIn(5) }
    await company.administrator.book(key, { locationId: office?.locationId as string })
    await done('backfill', '--into', into, '--from', dayIn(-2), '--datasets', 'events')
    expect(await done('future', '--into', into, '--days', '7')).toMatch(/^\d+ rows? loaded into DuckDB file .*\n$/)
    expect(await rowOf()).toEqual([{ plan: 'o', user_name: user?.userName }])
    await company.administrator.setDayPlan(key, { plan: 'r' })
    await done('future', '--into', into, '--days', '7')
    expect(await rowOf()).toMatchObject([{ plan: 'r' }])
    expect(await done('status', '--into', into)).toMatch(/\nFuture days: \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, \d+ rows?, loaded /)
  })

  test('with --every polls immediately, closes the copy between polls, and continues until stopped', async () => {
    const into = place('polled.duckdb')
    const child = spawnCli(['load', 'future', '--into', into, '--days', '3', '--every', '30m'], reachedAt(company))
    const closed = once(child, 'close')
    const [first] = await once(child.stdout?.setEncoding('utf8') as NonNullable<typeof child.stdout>, 'data')
    expect(first).toMatch(
      /^\d{4}-\S+Z \d+ rows? loaded into DuckDB file .* Bookings from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.\n$/,
    )
    expect(await done('status', '--into', into)).toContain('Future days')
    child.kill('SIGINT')
    expect((await closed)[0]).toBe(130)
  })

  test('rejects polling more often than the interface allows, and reports a first poll that fails', async () => {
    const often = await load(['future', '--into', place('often.duckdb'), '--days', '3', '--every', '29m'])
    expect([often.code, often.stdout]).toEqual([2, ''])
    expect(often.stderr).toMatch(/at most one poll every 30 minutes/)
    const wrong = await load(['future', '--into', place('often.duckdb'), '--days', '3', '--every', '30m'], {
      ROLLCALL_KEY_SECRET: 'wrong',
    })
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Loading …\nrollcall: 401 [^\n]*\n$/) })
  })
})

test('Ctrl+C ends a load with 130, and repeating it is safe', async () => {
  const into = place('stopped.duckdb')
  const held = Promise.withResolvers<void>()
  const isHeld = ({ path }: Passed) => path.endsWith('/presence')
  await using proxy = await startProxy(company.service.baseUrl, (passed) => {
    if (!isHeld(passed)) return undefined
    held.resolve()
    return () => {}
  })
  const args = ['load', 'backfill', '--into', into, ...days()]
  const child = spawnCli(args, reachedAt(company, proxy.baseUrl))
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const closed = once(child, 'close')
  await held.promise
  child.kill('SIGINT')
  expect((await closed)[0]).toBe(130)
  expect(stderr).toMatch(/Stopped\. Loaded data is kept: repeating the command is safe/)
  expect(await done('status', '--into', into)).toMatch(/not complete/)
  await done('backfill', '--into', into, ...days())
  expect(checksums(await readDuckDb(into))).toEqual(checksums(await readService(company.reader, company.range)))
})
