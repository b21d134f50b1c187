import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { UNSHARED } from '../../src/platform/fairness/fairness.ts'
import { createGivingWay } from '../../src/platform/fairness/giving-way.ts'
import { createLanes } from '../../src/platform/fairness/lanes.ts'
import { createNeighbors } from '../../src/platform/fairness/neighbors.ts'
import { runFor } from '../../src/platform/fairness/work-owner.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const open = (settings: { poolSize: number; waitingPerConnection?: number; share?: number }) => {
  const neighbors = createNeighbors()
  // Time passes only when the test says so, so that nothing counts as long.
  const clock = { ms: 0 }
  const now = () => clock.ms
  const givingWay = createGivingWay(now)
  const { share = 1, ...sizes } = settings
  const statements = createLanes({ count: 1, share: 1, givingWay, now })
  const fairness = { ...UNSHARED, neighbors, givingWay, statements, share }
  return { clock, neighbors, givingWay, database: openDatabase({ url: database.url, ...sizes, fairness }) }
}

/** Runs a statement on behalf of a key of an organization. */
const query = ({ pool }: Database, orgId: string, text: string, caller = 'key'): Promise<unknown> =>
  new Promise((resolve, reject) => {
    runFor({ orgId, caller }, () => {
      pool.query(text).then(resolve, reject)
    })
  })

describe('a pool of connections', () => {
  it('serves the first call of one organization before the waiting calls of another', async () => {
    await using small = open({ poolSize: 1 }).database
    const order: string[] = []
    const busy = Array.from({ length: 20 }, (_, call) =>
      query(small, 'busy', 'select pg_sleep(0.01)').then(() => order.push(`busy ${call}`)),
    )
    const quiet = query(small, 'quiet', 'select 1').then(() => order.push('quiet'))
    await Promise.all([...busy, quiet])
    expect(order.indexOf('quiet')).toBeLessThanOrEqual(1)
    expect(order).toHaveLength(21)
  })

  it('keeps connections free for others while several organizations are active', async () => {
    const { database: small, neighbors } = open({ poolSize: 4, share: 0.75 })
    await using _ = small
    neighbors.seen('quiet')
    neighbors.seen('busy')
    const blocker = await database.pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query('lock table organizations in access exclusive mode')
      const busy = Array.from({ length: 8 }, () => query(small, 'busy', 'select count(*) from organizations'))
      // Three of them hold a connection for as long as the lock is held.
      expect(await query(small, 'quiet', 'select 1 as one')).toMatchObject({ rows: [{ one: 1 }] })
      expect({ busy: small.pool.totalCount - small.pool.idleCount, waiting: small.pool.waitingCount }).toEqual({
        busy: 3,
        waiting: 5,
      })
      await blocker.query('commit')
      await Promise.all(busy)
    } finally {
      blocker.release()
    }
  })

  it('lends one connection at a time to an organization while a request of a lighter one is in progress or expected', async () => {
    const { clock, database: small, givingWay } = open({ poolSize: 4 })
    await using _ = small
    givingWay.began('busy')
    givingWay.used('busy', 100)
    const ended = givingWay.began('quiet')
    const inUse = () => small.pool.totalCount - small.pool.idleCount
    const blocker = await database.pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query('lock table organizations in access exclusive mode')
      const busy = Array.from({ length: 3 }, () => query(small, 'busy', 'select count(*) from organizations'))
      expect(await query(small, 'quiet', 'select 1 as one')).toMatchObject({ rows: [{ one: 1 }] })
      expect({ inUse: inUse(), waiting: small.pool.waitingCount }).toEqual({ inUse: 1, waiting: 2 })
      ended()
      expect(inUse()).toBe(1)
      clock.ms = 50
      await expect.poll(inUse).toBe(3)
      await blocker.query('commit')
      await Promise.all(busy)
    } finally {
      blocker.release()
    }
  })

  it('lets the latest call of the organization with the most waiting calls make room when all places are taken', async () => {
    await using small = open({ poolSize: 1, waitingPerConnection: 3 }).database
    const client = await small.pool.connect()
    const busy = Array.from({ length: 4 }, () => query(small, 'busy', 'select 1').catch((error) => error))
    const quiet = query(small, 'quiet', 'select 2 as two')
    expect(await busy[3]).toMatchObject({ code: 'unavailable', status: 503 })
    expect(await busy[2]).toMatchObject({ code: 'unavailable', status: 503 })
    client.release()
    expect(await quiet).toMatchObject({ rows: [{ two: 2 }] })
    for (const answer of await Promise.all(busy.slice(0, 2))) expect(answer).toMatchObject({ rowCount: 1 })
    expect(small.pool.waitingCount).toBe(0)
  })

  it('lends a connection again after a statement failed, a connection was lost, or none could be opened', async () => {
    await using small = open({ poolSize: 1 }).database
    await expect(query(small, 'org', 'select no_such_column')).rejects.toThrow('no_such_column')
    const lost = query(small, 'org', 'select pg_terminate_backend(pg_backend_pid())')
    const next = query(small, 'org', 'select 1 as one')
    await expect(lost).rejects.toThrow()
    expect(await next).toMatchObject({ rows: [{ one: 1 }] })
    await using away = openDatabase({ url: 'postgres://none@127.0.0.1:1/none', poolSize: 1 })
    for (let attempt = 0; attempt < 3; attempt++) await expect(away.pool.query('select 1')).rejects.toThrow('ECONNREFUSED')
    expect(away.pool.waitingCount).toBe(0)
  })
})
