import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, startTestService, type TestService } from '../../../server/src/testing/test-service.ts'
import { type Office, openOffice } from '../../../server/test/attendance/support.ts'
import { openIngest } from '../../../server/test/ingest/support.ts'
import { noonUtc, refresh, segmentsOf } from '../../../server/test/refresh/support.ts'
import { makeVersion } from '../another-version.ts'
import { type Finished, run, runApart, type Serving, serve, temporaryFolder } from '../support.ts'

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
const DAYS = ['2026-03-02', '2026-03-03'] as const
const RANGE = `startDate=${DAYS[0]}&endDate=${DAYS[1]}`
const PATH = '/v1/analytics/user-booking-attendance/basic'

/** The two places that say which columns attendance has. */
const NEW_COLUMN = {
  'packages/contract/src/datasets/attendance.ts': [
    '    lastSeenAt: optionalTime(',
    "    rowLocationId: optionalId('Building that the row belongs to'),\n    lastSeenAt: optionalTime(",
  ],
  'packages/server/src/warehouse/attendance/attendance-rows.ts': [
    'iso_timestamp(a.last_seen_at)',
    'a.location_id as "rowLocationId", iso_timestamp(a.last_seen_at)',
  ],
} as const

const stack = new AsyncDisposableStack()
let service: TestService
let office: Office
let building: string
let env: Record<string, string>
let copy: string
let lake: string
let main: string
let next: Serving

/** A history that is published and copied, and then the service of a version with another column. */
beforeAll(async () => {
  service = stack.use(await startTestService({ secretKey: SECRET_KEY }))
  const ingest = stack.use(await openIngest(service))
  office = await openOffice({ service, ingest, [Symbol.asyncDispose]: async () => {} })
  building = await office.addLocation()
  const user = await office.addUser(building)
  for (const day of DAYS) {
    await office.plan(user, day, 'o')
    await office.see(user, building, `${day}T09:00:00Z`)
  }
  await refresh(office, noonUtc('2026-03-05'))
  const folder = stack.use(await temporaryFolder())
  copy = join(folder.path, 'copy.duckdb')
  lake = join(folder.path, 'lake')
  env = {
    ...{ DATABASE_URL: service.database.url, ROLLCALL_DATA_DIR: join(folder.path, 'data'), ROLLCALL_SECRET_KEY: SECRET_KEY },
    ...{ ROLLCALL_LAKE_DIR: lake, ROLLCALL_NIGHTLY: 'off' },
    ...{ ROLLCALL_KEY_ID: warehouseKey().id, ROLLCALL_KEY_SECRET: warehouseKey().secret },
  }
  await succeeds(run(['load', 'backfill', '--into', copy, '--from', DAYS[0]], { ...env, ROLLCALL_URL: service.baseUrl }))
  await succeeds(run(['lake', 'export'], env))
  main = await makeVersion(join(folder.path, 'next'), NEW_COLUMN)
  // The lake is written by command alone, so that the service does not do so at the same time.
  const { ROLLCALL_LAKE_DIR: _, ...served } = env
  next = stack.use(await serve(served, main))
}, 300_000)
afterAll(() => stack.disposeAsync())

const succeeds = async (command: Promise<Finished>): Promise<void> => {
  const { code, stderr } = await command
  expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
}

const warehouseKey = () => office.organization.keys['data-warehouse']

const read = async (path: string, accept = 'application/json'): Promise<Response> => {
  const answer = await fetch(next.baseUrl + path, { headers: { ...basic(warehouseKey()), accept } })
  expect(answer.status).toBe(200)
  return answer
}

/** The new column as CSV has it. */
const readNewColumn = async (): Promise<(string | undefined)[]> => {
  const [header, ...rows] = (await (await read(`${PATH}?${RANGE}`, 'text/csv')).text()).trimEnd().split('\r\n')
  const at = header?.split(',').indexOf('rowLocationId') as number
  return rows.map((row) => row.split(',')[at])
}

const askDuckDb = async (question: string, database = ':memory:'): Promise<unknown[]> => {
  const instance = await DuckDBInstance.create(database)
  const connection = await instance.connect()
  try {
    return (await connection.runAndReadAll(question)).getRowObjectsJson()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const attendance = () => segmentsOf(office, 'user-booking-attendance')

test('a new column of attendance arrives in every copy with the next refresh', async () => {
  const before = await attendance()
  const { cursor } = (await (await read('/v1/analytics/changes/basic')).json()) as { cursor: string }
  for (const row of (await (await read(`${PATH}?${RANGE}`)).json()) as object[]) expect(row).not.toHaveProperty('rowLocationId')
  expect(await readNewColumn()).toEqual(DAYS.map(() => ''))

  await succeeds(runApart(['refresh'], env, '', main))

  const json = await (await read(`${PATH}?${RANGE}`)).json()
  expect(json).toMatchObject(DAYS.map(() => ({ attendanceType: 'confirmed', rowLocationId: building })))
  const lines = (await (await read(`${PATH}?${RANGE}`, 'application/x-ndjson')).text()).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(json)
  expect(await readNewColumn()).toEqual(DAYS.map(() => building))
  const parquet = join(lake, '..', 'answer.parquet')
  await writeFile(parquet, await (await read(`${PATH}?${RANGE}`, 'application/vnd.apache.parquet')).bytes())
  expect(await askDuckDb(`select distinct "rowLocationId" from '${parquet}'`)).toEqual([{ rowLocationId: building }])

  const feed = (await (await read(`/v1/analytics/changes/basic?cursor=${cursor}`)).json()) as { segments: object[] }
  expect(feed.segments).toMatchObject(
    before.map(({ day, revision }) => ({ dataset: 'user-booking-attendance', day, revision: revision + 1, reason: 'corrected' })),
  )

  await succeeds(runApart(['lake', 'export'], env, '', main))
  const files = `${lake}/dataset=user-booking-attendance/**/*.parquet`
  expect(await askDuckDb(`select "rowLocationId", count(*)::integer as n from '${files}' group by all`)).toEqual([
    { rowLocationId: building, n: DAYS.length },
  ])

  const loading = ['load', 'incremental', '--into', copy]
  await succeeds(runApart(loading, { ...env, ROLLCALL_URL: next.baseUrl }, '', main))
  const question = 'select row_location_id, count(*)::integer as n from user_booking_attendance group by all'
  expect(await askDuckDb(question, copy)).toEqual([{ row_location_id: building, n: DAYS.length }])
})

test('the version that published last publishes nothing again', async () => {
  const before = await attendance()
  await succeeds(runApart(['refresh'], env, '', main))
  expect(await attendance()).toEqual(before)
})
