import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { awaitSteadyDay, FILE_MS } from '../../server/src/testing/steady-day.ts'
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts'
import { type Finished, run, type Serving, serve, temporaryFolder } from './support.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let service: Serving
let env: Record<string, string>

let today: Temporal.PlainDate
const dayBefore = (days: number): string => today.subtract({ days }).toString()

const company = () => ({
  locations: [{ name: 'Berlin', timeZone: 'UTC' }],
  users: [{ userName: 'ada', primaryLocation: 'Berlin' }],
  dayPlans: [3, 2, 1].map((days) => ({ user: 'ada', day: dayBefore(days), plan: 'o' })),
})

const rollcall = (...args: string[]): Promise<Finished> => run(args, env)

const done = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await rollcall(...args)
  expect([code, stderr.includes('rollcall:') ? stderr : '']).toEqual([0, ''])
  return stdout
}

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  env = { ROLLCALL_DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url, ROLLCALL_NIGHTLY: 'off' }
  service = await serve(env)
  // Runs compute the days that are over since the import.
  await awaitSteadyDay(FILE_MS)
  today = Temporal.Now.plainDateISO('UTC')
  await writeFile(join(folder.path, 'company.json'), JSON.stringify(company()))
  await done('import', join(folder.path, 'company.json'))
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

test('refresh publishes completed days, says so, and lists its runs', async () => {
  expect(await done('refresh', 'status')).toMatch(/never been refreshed/)
  expect(await done('refresh', '--date', dayBefore(3))).toMatch(
    /^Run 1: 1 day computed; 2 segments with 25 rows published, 0 of them/,
  )
  expect(JSON.parse(await done('refresh', '--json'))).toMatchObject({ runNo: 2, days: 2, segments: 4, rows: 50, restated: 0 })
  expect(await done('refresh')).toMatch(/^Run 3: no completed day has changed/)
  const range = await done('refresh', '--from', dayBefore(3), '--to', dayBefore(2))
  expect(range).toMatch(/^Run 4: 2 days computed; 0 segments/)
  expect(JSON.parse(await done('refresh', '--all', '--json'))).toMatchObject({ days: 3, segments: 0 })
  expect(JSON.parse(await done('refresh', 'status', '--json'))).toMatchObject([
    { runNo: 5, status: 'succeeded', trigger: 'command', days: 3 },
    { runNo: 4 },
    { runNo: 3 },
    { runNo: 2, rows: 50 },
    { runNo: 1, endedAt: expect.stringMatching(/Z$/), error: null },
  ])
  expect(JSON.parse(await done('refresh', '--json', 'status'))).toHaveLength(5)
  const tomorrow = today.add({ days: 1 }).toString()
  expect(await done('refresh', '--date', tomorrow)).toBe(
    `Run 6: ${tomorrow} is not over yet; the last completed day is ${dayBefore(1)}.\n`,
  )
  expect(await done('refresh', 'status')).toMatch(/^run +status +started by[\s\S]*6 +succeeded +command/)
})

test.each([
  [['--date', '2026-02-30'], 2, /YYYY-MM-DD/],
  [['--to', '2026-02-03'], 2, /--to needs --from/],
  [['--from', '2026-02-03', '--to', '2026-02-01'], 2, /--to 2026-02-01 is before --from/],
  [['--date', '2026-02-03', '--all'], 2, /cannot be used with/],
  [['--all', 'status'], 2, /--all does not apply to status/],
  [['--date', '2026-02-03', 'status'], 2, /--date does not apply to status/],
  [['--org', 'Nowhere'], 1, /^rollcall: /m],
])('refresh %j ends with %i and one line that says why', async (args, code, message) => {
  const finished = await rollcall('refresh', ...args)
  expect([finished.code, finished.stdout]).toEqual([code, ''])
  expect(finished.stderr).toMatch(message)
  expect(finished.stderr).not.toMatch(/\n\s+at /)
})
