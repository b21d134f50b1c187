import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { type Serving, serve, spawnCli, temporaryFolder } from '../../../cli/test/support.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { compareCatalogs, readCatalog } from '../../src/testing/catalog.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { isLinux, isLong } from './support/form.ts'
import { OwnPostgres } from './support/own-postgres.ts'
import { record } from './support/summary.ts'

const ROUNDS = 10

/** A database as an older version with the same tables left it: everything that is applied by its hash is applied again. */
const makeOld = async ({ db, pool }: Database): Promise<void> => {
  await migrate(db)
  await pool.query(`update model_objects set hash = 'older', version = '0.0.1' where kind not in ('table', 'type')`)
}

/** Starts the node until it runs, as an init system does. */
const serveInTheEnd = async (env: Record<string, string>): Promise<Serving> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await serve(env)
    } catch (error) {
      if (attempt === 20) throw error
      await delay(1_000)
    }
  }
}

/** The time span in which a start migrates, during which it holds its own lock. */
const watchMigration = (pool: pg.Pool) => {
  const isLocked = async (): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
    return rowCount !== 0
  }
  const until = async (state: boolean): Promise<number> => {
    while ((await isLocked()) !== state) await delay(2)
    return performance.now()
  }
  return { started: () => until(true), ended: () => until(false) }
}

const startServing = (env: Record<string, string>) => {
  const child = spawnCli(['serve'], { PORT: '0', ROLLCALL_LOG_LEVEL: 'warn', ...env })
  for (const output of [child.stdout, child.stderr]) output?.resume()
  const closed = new Promise((resolve) => child.once('close', resolve))
  return async (): Promise<void> => {
    child.kill('SIGKILL')
    await closed
  }
}

test.runIf(isLinux && isLong)('an upgrade that is killed at any moment is completed by the next start', async () => {
  await using folder = await temporaryFolder()
  await using postgres = await OwnPostgres.start(folder.path)
  const env = (name: string) => ({ ROLLCALL_DATA_DIR: `${folder.path}/${name}`, DATABASE_URL: postgres.url(name) })
  const open = async (name: string) => {
    await postgres.createDatabase(name)
    const database = openDatabase({ url: postgres.url(name), poolSize: 1, ...LONG_WAITS })
    await makeOld(database)
    await database.pool.query(`insert into organizations (id, name) values (gen_random_uuid(), 'Acme')`)
    return database
  }
  const countOld = async ({ pool }: { pool: pg.Pool }) =>
    (await pool.query<{ count: number }>(`select count(*)::int as count from model_objects where hash = 'older'`)).rows[0]?.count

  await using undisturbed = await open('undisturbed')
  const stop = startServing(env('undisturbed'))
  const watch = watchMigration(undisturbed.pool)
  const usual = -(await watch.started()) + (await watch.ended())
  await stop()
  await (await serve(env('undisturbed'))).end('SIGKILL')
  const expected = await readCatalog(undisturbed.pool)

  let before = 0
  const began = performance.now()
  for (let round = 0; round < ROUNDS; round++) {
    const name = `round_${round}`
    await using database = await open(name)
    const old = await countOld(database)
    const kill = startServing(env(name))
    await watchMigration(database.pool).started()
    await delay(usual * Math.random())
    if (round % 3 === 2) await postgres.kill()
    await kill()
    await vi.waitFor(async () => database.pool.query('select'), { timeout: 30_000 })
    const left = await countOld(database)
    expect([0, old]).toContain(left)
    if (left === old) before++
    const service = await serveInTheEnd(env(name))
    expect(await countOld(database)).toBe(0)
    expect(compareCatalogs(await readCatalog(database.pool), expected)).toEqual([])
    expect((await database.pool.query('select name from organizations')).rows).toEqual([{ name: 'Acme' }])
    await service.end('SIGKILL')
  }
  await record({
    fault: `kill -9 of a node or of PostgreSQL during an upgrade, ${ROUNDS} times`,
    ...{ seconds: (performance.now() - began) / 1000, seen: {}, longestMs: 0 },
    note: `completed by the next start each time; ${before} times nothing of it was there yet; it takes ${Math.round(usual)} ms`,
  })
})
