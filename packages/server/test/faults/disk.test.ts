import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { basic } from '../../src/testing/test-service.ts'
import { isLinux, isLong } from './support/form.ts'
import { observe } from './support/observe.ts'
import { settle } from './support/settle.ts'
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts'
import { openStage, type Stage } from './support/stage.ts'
import { record } from './support/summary.ts'

const DATA_MIB = 300
const WAL_MIB = 128
const TMP_MIB = 16
const FULL_MS = 20_000
/** Writes more of the log with each change, so that senders use it up in seconds. */
const WAL = { min_wal_size: '32MB', max_wal_size: '64MB', wal_compression: 'off' }

/** Both disks, or a line of the summary that tells why there are none. */
const mountBoth = async (stack: AsyncDisposableStack, fault: string): Promise<Record<'data' | 'wal', SmallDisk> | undefined> => {
  const disks = []
  for (const mebibytes of [DATA_MIB, WAL_MIB]) {
    const disk = await mountSmallDisk(mebibytes)
    if (typeof disk === 'string') {
      await record({ fault, skipped: disk })
      return undefined
    }
    disks.push(stack.use(disk))
  }
  const [data, wal] = disks as [SmallDisk, SmallDisk]
  return { data, wal }
}

/** Counts the answers to reads by status. */
const readAsWell = async ({ nodes, organizations }: Stage, forMs: number): Promise<string> => {
  const [node, organization] = [nodes[0] as Stage['nodes'][0], organizations[0] as Stage['organizations'][0]]
  const statuses: Record<string, number> = {}
  for (const end = performance.now() + forMs; performance.now() < end; await delay(200)) {
    const answer = await fetch(`${node.baseUrl}/v1/analytics/users/basic`, { headers: basic(organization.key) })
    await answer.text()
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
  }
  return `reading: ${Object.entries(statuses)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ')}`
}

/** Every page of every table and index is read and checked. */
const expectSound = async ({ database }: Stage): Promise<void> => {
  await database.pool.query('create extension amcheck')
  await database.pool.query(`
    select bt_index_check(c.oid, true)
    from pg_class c
    join pg_am a on a.oid = c.relam
    where c.relkind = 'i' and a.amname = 'btree'`)
  const { rows } = await database.pool.query(`
    select c.relname, h.msg
    from pg_class c
    cross join lateral verify_heapam(c.oid) h
    where c.relkind = 'r'`)
  expect(rows).toEqual([])
}

const openOn = (stack: AsyncDisposableStack, { data, wal }: Record<'data' | 'wal', SmallDisk>): Promise<Stage> =>
  openStage({
    ...{ nodes: 1, organizations: 1, senders: 8, dataDir: join(data.path, 'data') },
    postgres: { settings: WAL, walDir: join(wal.path, 'wal') },
  }).then((stage) => stack.use(stage))

test.runIf(isLinux && isLong)(
  'a full disk below the tables causes a 503 for writes; reads continue, and writes resume with room',
  async () => {
    const fault = 'disk full, with room for the log'
    await using stack = new AsyncDisposableStack()
    const disks = await mountBoth(stack, fault)
    if (!disks) return
    const stage = await openOn(stack, disks)
    await delay(1_000)
    await observe(stage, fault, async () => {
      await disks.data.fill()
      const reading = await readAsWell(stage, FULL_MS)
      await disks.data.makeRoom()
      return { note: `${reading}; PostgreSQL ended ${stage.postgres.starts - 1} times` }
    })
    expect(await settle(stage, 'full disk')).toEqual([])
    await expectSound(stage)
  },
)

/** PostgreSQL cannot continue without its log: it ends, and does not start until there is room. */
test.runIf(isLinux && isLong)('a full disk below the log causes a 503, and the service recovers with room', async () => {
  const fault = 'disk full, no room for the log'
  await using stack = new AsyncDisposableStack()
  const disks = await mountBoth(stack, fault)
  if (!disks) return
  const stage = await openOn(stack, disks)
  await delay(1_000)
  await observe(stage, fault, async () => {
    await disks.wal.fill()
    await useUpLog(stage)
    const reading = await readAsWell(stage, FULL_MS)
    await disks.wal.makeRoom()
    return { note: `${reading}; PostgreSQL was started ${stage.postgres.starts - 1} times` }
  })
  expect(stage.postgres.starts).toBeGreaterThan(1)
  expect(await settle(stage, 'full disk of the log')).toEqual([])
  await expectSound(stage)
})

test.runIf(isLinux && isLong)(
  'a full disk of temporary files causes a 503 for requests of Parquet, and for no others',
  async () => {
    const fault = 'disk of temporary files full, Parquet asked for'
    await using stack = new AsyncDisposableStack()
    const disk = await mountSmallDisk(TMP_MIB)
    if (typeof disk === 'string') return record({ fault, skipped: disk })
    stack.use(disk)
    const stage = stack.use(await openStage({ nodes: 1, organizations: 1, senders: 4, env: { TMPDIR: disk.path } }))
    const [{ baseUrl }, { key }] = [stage.nodes[0] as Stage['nodes'][0], stage.organizations[0] as Stage['organizations'][0]]
    const read = async (format: string) => {
      const answer = await fetch(`${baseUrl}/v1/analytics/users/basic?format=${format}`, { headers: basic(key) })
      await answer.arrayBuffer()
      return `${format}: ${answer.status}, Retry-After ${answer.headers.get('retry-after')}`
    }
    const { seen } = await observe(stage, fault, async () => {
      await disk.fill()
      const answers = [await read('parquet'), await read('csv')]
      expect(answers).toEqual(['parquet: 503, Retry-After 2', 'csv: 200, Retry-After null'])
      await disk.makeRoom()
      expect(await read('parquet')).toBe('parquet: 200, Retry-After null')
      return { note: answers.join('; ') }
    })
    expect(Object.keys(seen)).toEqual(['200'])
    expect(await settle(stage, 'full disk of temporary files')).toEqual([])
  },
)

/** Writes on until PostgreSQL cannot. */
const useUpLog = async ({ postgres }: Stage): Promise<void> => {
  const client = new pg.Client({ connectionString: postgres.url('rollcall') })
  client.on('error', () => {})
  await client.connect()
  for (;;) {
    const isOver = await client.query(`select pg_logical_emit_message(false, 'filler', repeat('x', 1000000))`).then(
      () => false,
      () => true,
    )
    if (isOver) break
  }
  await client.end().catch(() => {})
}
