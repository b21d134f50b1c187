import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { isUnavailable } from '../../src/platform/errors.ts'
import { startListener } from '../../src/platform/notifications/listener.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { Relay } from '../ingest/relay.ts'

let stack: AsyncDisposableStack
let server: TestDatabase
let relay: Relay

beforeEach(async () => {
  stack = new AsyncDisposableStack()
  server = stack.use(await createTestDatabase())
  relay = stack.use(new Relay(server.url))
  await relay.open()
})
afterEach(() => stack.disposeAsync())

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a pool replaces connections to a server that only reads', async () => {
  const name = new URL(server.url).pathname.slice(1)
  await server.pool.query(`alter database ${name} set default_transaction_read_only = on`)
  const { db } = stack.use(openDatabase({ url: relay.url, poolSize: 1 }))
  const write = () => failureOf(db.deleteFrom('quarantine').execute())
  const writeTogether = () => failureOf(db.transaction().execute((trx) => trx.deleteFrom('quarantine').execute()))
  for (const attempt of [write, writeTogether]) {
    const failure = await attempt()
    expect(failure).toMatchObject({ code: '25006' })
    expect(isUnavailable(failure)).toBe(true)
  }
  // Now the same address leads to a server that writes.
  await server.pool.query(`set default_transaction_read_only = off; alter database ${name} reset all`)
  expect([await write(), await writeTogether()]).toEqual([undefined, undefined])
})

describe('a pool whose statements are bounded', () => {
  let bounded: Database
  beforeEach(() => {
    bounded = stack.use(openDatabase({ url: relay.url, poolSize: 2, statementMs: 2_000 }))
  })

  test('reports an unavailable database if a statement takes longer, and PostgreSQL has ended it', async () => {
    const holder = await server.pool.connect()
    await holder.query('begin; lock table users')
    const failure = await failureOf(bounded.pool.query('select from users'))
    expect(failure).toMatchObject({ code: '57014' })
    expect(isUnavailable(failure)).toBe(true)
    const { rows } = await server.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect(rows).toEqual([])
    await holder.query('commit')
    holder.release()
    expect((await bounded.pool.query('select count(*) from users')).rowCount).toBe(1)
  })

  test('gives up connections that no longer answer, and continues with new ones', async () => {
    await Promise.all([bounded.pool.query('select'), bounded.pool.query('select')])
    relay.forsake()
    const failures = await Promise.all([1, 2].map(() => failureOf(bounded.pool.query('select'))))
    expect(failures.map((failure) => [failure instanceof Error, isUnavailable(failure)])).toEqual([
      [true, true],
      [true, true],
    ])
    expect((await bounded.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

test('a pool without bounds waits for a statement as long as it takes', async () => {
  const unbounded = stack.use(openDatabase({ url: relay.url, poolSize: 1 }))
  expect((await unbounded.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
  // Leavers are not marked.
  expect((await unbounded.pool.query('show tcp_keepalives_idle')).rows).toEqual([{ tcp_keepalives_idle: '30' }])
})

test('a listener whose connection stops responding reports that, and listens on a new one', async () => {
  // On a busy machine a healthy connection may take much of that to reply.
  const listener = stack.use(await startListener(relay.url, 5_000))
  const heard: (string | undefined)[] = []
  await listener.on('news', (payload) => heard.push(payload))
  await server.pool.query(`notify news, 'before'`)
  await expect.poll(() => heard).toEqual(['before'])
  relay.forsake()
  // Once when the connection is given up, and once when there is another.
  await expect.poll(() => heard).toEqual(['before', undefined, undefined])
  await server.pool.query(`notify news, 'after'`)
  await expect.poll(() => heard).toEqual(['before', undefined, undefined, 'after'])
})
