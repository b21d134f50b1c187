import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Database, type Db, openDatabase } from '../../src/platform/db/database.ts'
import { createTestDatabase, LONG_WAITS, type TestDatabase } from '../../src/testing/test-database.ts'
import { both, hasSecondReader, openSecondReader } from '../../src/warehouse/analytics/parallel-reads.ts'
import { inSnapshot } from '../../src/warehouse/analytics/scope.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('create table seen (number integer)')
})
afterAll(() => database?.[Symbol.asyncDispose]())

interface Look {
  readonly connection: number
  readonly rows: number
  readonly compiles: string
}

/** Which connection it is, and what it sees. */
const look = async (db: Db): Promise<Look | undefined> => {
  const { rows } = await sql<Look>`
    select pg_backend_pid() as connection, (select count(*) from seen) as rows, current_setting('jit') as compiles`.execute(db)
  return rows[0]
}

const withPool = async <T>(poolSize: number, work: (database: Database) => Promise<T>): Promise<T> => {
  await using own = openDatabase({ url: database.url, poolSize, ...LONG_WAITS })
  return await work(own)
}

it('two connections see the same state, whatever others write meanwhile, and are given back', async () => {
  await withPool(4, async ({ db, pool }) => {
    const [one, other] = await inSnapshot(
      db,
      async (snapshot) => {
        // A snapshot is taken by the first statement.
        await look(snapshot)
        await database.pool.query('insert into seen values (1)')
        await openSecondReader(snapshot)
        await openSecondReader(snapshot)
        expect(hasSecondReader(snapshot)).toBe(true)
        // One only ends after the other has started.
        const started = Promise.withResolvers<void>()
        return both(
          snapshot,
          (first) => started.promise.then(() => look(first)),
          (second) => {
            started.resolve()
            return look(second)
          },
        )
      },
      pool,
    )
    expect(one).toMatchObject({ rows: 0, compiles: 'off' })
    expect(other).toMatchObject({ rows: 0, compiles: 'off' })
    expect(other?.connection).not.toBe(one?.connection)
    await vi.waitFor(() => expect(pool.idleCount).toBe(2))
    const { rows } = await pool.query('select count(*) as rows from seen')
    expect(rows).toEqual([{ rows: 1 }])
  })
})

it('one connection does both where half of the pool is in use, and where none was opened', async () => {
  await withPool(2, async ({ db, pool }) => {
    const [one, other] = await inSnapshot(
      db,
      async (snapshot) => {
        await openSecondReader(snapshot)
        expect(hasSecondReader(snapshot)).toBe(false)
        return both(snapshot, look, look)
      },
      pool,
    )
    expect(other).toEqual(one)
  })
  const [one, other] = await inSnapshot(database.db, (snapshot) => both(snapshot, look, look))
  expect(other).toEqual(one)
})

it('a failure of either is thrown once both have ended, and leaves no connection in use', async () => {
  const fail = async (db: Db): Promise<undefined> => {
    await sql`select pg_sleep(0.2)`.execute(db)
    await sql`select 1 / 0`.execute(db)
    return undefined
  }
  await withPool(4, async ({ db, pool }) => {
    for (const [one, other] of [
      [fail, look],
      [look, fail],
      [fail, fail],
    ] as const) {
      const failing = inSnapshot(
        db,
        async (snapshot) => {
          await openSecondReader(snapshot)
          return both(snapshot, one, other)
        },
        pool,
      )
      await expect(failing).rejects.toThrow('division by zero')
      await vi.waitFor(() => expect(pool.totalCount).toBe(pool.idleCount))
    }
  })
})
