import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService } from '../../../server/src/service.ts'
import { copyTestDatabase, type TestDatabase } from '../../../server/src/testing/test-database.ts'
import { type Bench, openBench } from '../../../server/test/attendance/support.ts'
import { backfill, incremental, repair, status, verify } from '../../src/index.ts'
import {
  ATTENDANCE,
  clientOf,
  countersOf,
  day,
  erasePresence,
  expectExact,
  FROM,
  newCopy,
  newFolder,
  openHistory,
  publish,
} from './support.ts'

/** A service on a copied database, with the keys of the original. */
const serveOn = async (bench: Bench, database: TestDatabase) => {
  const service = await startService({
    ...{ host: '127.0.0.1', port: 0, dataDir: await newFolder(), databaseUrl: database.url, poolSize: 4 },
    ...{ secretKey: SECRET_KEY, metricsToken: 'token', logLevel: 'silent' as const },
  })
  return { service, bench: { ...bench, service: { ...bench.service, baseUrl: service.baseUrl } } }
}
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')

const prepared = new AsyncDisposableStack()
let bench: Bench
beforeAll(async () => {
  bench = prepared.use(await openBench({ secretKey: SECRET_KEY }))
})
afterAll(() => prepared.disposeAsync())

/** A copy that followed days that the restored database does not have; the database has other days instead. */
const prepareRestored = async (isSameFiles: boolean) => {
  const history = await openHistory(bench)
  const { office, copy, client, ada, berlin } = history
  await copy.using((destination) => backfill({ client, destination, from: FROM }))
  const database = prepared.use(await copyTestDatabase(bench.service.database.url, { isSameFiles }))

  await office.see(ada, berlin, ...[11, 12, 13].map((number) => `${day(number)}T09:00:00Z`))
  await office.pool.query(`update day_plans set plan = 'r', command_id = gen_random_uuid() where org_id = $1 and user_id = $2`, [
    ...[office.orgId, ada],
  ])
  await publish(office)
  await copy.using((destination) => incremental({ client, destination }))
  await expectExact(bench, copy, office)

  const { pool } = database
  await pool.query(
    `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     select $1, $2, day::date, 'a', 'day-plan', 'directory', gen_random_uuid()
     from generate_series(date '${day(12)}', '${day(31)}', '1 day') day
     on conflict do nothing`,
    [office.orgId, ada],
  )
  const restored = { ...office, pool }
  await publish(restored)
  await erasePresence(restored, history.bob)
  await publish(restored)
  return { history, database, file: await readFile(copy.where) }
}

/** Each is prepared once; every test has its own copies of both databases. */
const preparations = new Map<boolean, ReturnType<typeof prepareRestored>>()

const openRestored = async (stack: AsyncDisposableStack, isSameFiles: boolean) => {
  const preparing = preparations.get(isSameFiles) ?? prepareRestored(isSameFiles)
  preparations.set(isSameFiles, preparing)
  const { history, database, file } = await preparing
  const copy = await newCopy()
  await writeFile(copy.where, file)
  const own = stack.use(await copyTestDatabase(database.url, { isSameFiles }))
  const restored = { ...history.office, pool: own.pool }
  const served = await serveOn(bench, own)
  stack.use(served.service)
  const refresh = () => publish(restored)
  return { ...history, copy, restored, refresh, after: served.bench, clientAfter: clientOf(served.bench, history.office) }
}

test.each([
  { backup: 'a dump', isSameFiles: false },
  { backup: 'files', isSameFiles: true },
])(
  'a copy of a service that was restored from $backup is compared with it and repaired by the next load',
  async ({ isSameFiles }) => {
    await using stack = new AsyncDisposableStack()
    const { copy, office, after, clientAfter: client, restored, refresh, ada } = await openRestored(stack, isSameFiles)
    const timelineOf = () => copy.using(async (destination) => (await status(destination)).timeline)
    const before = await timelineOf()

    const told = await copy.using((destination) => verify({ client, destination }))
    expect(told.differences.length).toBeGreaterThan(5)
    expect(told.notices.some((notice) => notice.includes('older backup'))).toBe(!isSameFiles)
    const summary = await copy.using((destination) => incremental({ client, destination }))
    expect(summary.notices.join()).toMatch(
      /^An older backup of the service was restored since the last load, so the whole copy was compared with it: of \d+ segments \d+ were read again or removed\./,
    )
    // Segments that are unchanged in both histories are not read again.
    expect(countersOf(summary, ATTENDANCE).unchanged).toBeGreaterThan(5)
    await expectExact(after, copy, office)
    const now = (await client.readChanges({})).timeline
    expect(await timelineOf()).toBe(now)
    expect(now === before).toBe(isSameFiles)

    await restored.pool.query('delete from day_plans where org_id = $1 and user_id = $2', [office.orgId, ada])
    await refresh()
    const next = await copy.using((destination) => incremental({ client, destination }))
    expect(next.notices).toEqual([])
    expect(countersOf(next, ATTENDANCE).segmentsRead + countersOf(next, ATTENDANCE).segmentsRemoved).toBeGreaterThan(0)
    await expectExact(after, copy, office)
    expect((await copy.using((destination) => verify({ client, destination }))).differences).toEqual([])
  },
)

test('the next load completes an interrupted repair after a restore', async () => {
  await using stack = new AsyncDisposableStack()
  const { copy, office, after, clientAfter: client } = await openRestored(stack, false)
  for (const words of [/reading the change feed/, /presence|booking/]) {
    const stop = new AbortController()
    const onProgress = ({ text }: { text: string }) => words.test(text) && stop.abort(new Error('stopped'))
    await expect(
      copy.using((destination) => incremental({ client, destination, signal: stop.signal, onProgress })),
    ).rejects.toThrow('stopped')
  }
  await copy.using((destination) => incremental({ client, destination }))
  await expectExact(after, copy, office)
})

test('a partial load after a restore leaves the rest to the next load', async () => {
  await using stack = new AsyncDisposableStack()
  const { copy, office, after, clientAfter: client } = await openRestored(stack, false)
  await copy.using((destination) => backfill({ client, destination, from: FROM, to: day(10), datasets: [ATTENDANCE] }))
  await copy.using((destination) => incremental({ client, destination }))
  await expectExact(after, copy, office)
})

test('a manual repair adopts the timeline of a restored service', async () => {
  await using stack = new AsyncDisposableStack()
  const { copy, office, after, clientAfter: client } = await openRestored(stack, false)
  await copy.using((destination) => repair({ client, destination }))
  await expectExact(after, copy, office)
  expect((await copy.using((destination) => incremental({ client, destination }))).notices).toEqual([])
})
