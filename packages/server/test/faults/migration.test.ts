import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { type Serving, serve, spawnCli, temporaryFolder } from '../../../cli/test/support.ts'
import { type Db, openDatabase } from '../../src/platform/db/database.ts'
import { isLinux, isLong } from './support/form.ts'
import { OwnPostgres } from './support/own-postgres.ts'
import { tell } from './support/summary.ts'

const FOLDER = new URL('../../src/platform/db/migrations/', import.meta.url)
/** The last one that the database has before each start. */
const OLD = '0012'
const ROUNDS = 10

/** Brings a database to where an older version left it. */
const migrateToOld = async (db: Db): Promise<void> => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql') && name.slice(0, 4) <= OLD)
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    migrations[name.slice(0, -4)] = { up: async (trx) => void (await sql.raw(text).execute(trx)) }
  }
  const tables = { migrationTableName: 'migrations', migrationLockTableName: 'migrations_lock' }
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations }, ...tables }).migrateToLatest()
  if (error) throw error
}

/** Everything that makes a schema, in words. */
const describeSchema = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ line: string }>(`
    select concat_ws(' ', 'column', table_name, column_name, data_type, column_default, is_nullable) as line
    from information_schema.columns
    where table_schema = 'public'
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint
    where connamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'function', proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'trigger', tgrelid::regclass, tgname) from pg_trigger where not tgisinternal
    order by line`)
  return rows.map(({ line }) => line)
}

/** As an init system starts it until it runs. */
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

/** From when until when a start migrates: it holds a lock of its own as long. */
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
  return { begun: () => until(true), ended: () => until(false) }
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

test.runIf(isLinux && isLong)('a migration that is killed at any moment is completed by the next start', async () => {
  await using folder = await temporaryFolder()
  await using postgres = await OwnPostgres.start(folder.path)
  const env = (name: string) => ({ ROLLCALL_DATA_DIR: `${folder.path}/${name}`, DATABASE_URL: postgres.url(name) })
  const open = async (name: string) => {
    await postgres.createDatabase(name)
    const database = openDatabase({ url: postgres.url(name), poolSize: 1 })
    await migrateToOld(database.db)
    await database.pool.query(`insert into organizations (id, name) values (gen_random_uuid(), 'Acme')`)
    return database
  }
  const countApplied = async ({ pool }: { pool: pg.Pool }) =>
    (await pool.query<{ count: number }>('select count(*)::int as count from migrations')).rows[0]?.count

  await using undisturbed = await open('undisturbed')
  const stop = startServing(env('undisturbed'))
  const watch = watchMigration(undisturbed.pool)
  const usual = -(await watch.begun()) + (await watch.ended())
  await stop()
  await (await serve(env('undisturbed'))).end('SIGKILL')
  const expected = await describeSchema(undisturbed.pool)

  let before = 0
  const began = performance.now()
  for (let round = 0; round < ROUNDS; round++) {
    const name = `round_${round}`
    await using database = await open(name)
    const applied = await countApplied(database)
    const kill = startServing(env(name))
    await watchMigration(database.pool).begun()
    await delay(usual * Math.random())
    if (round % 3 === 2) await postgres.kill()
    await kill()
    await vi.waitFor(async () => database.pool.query('select'), { timeout: 30_000 })
    if ((await countApplied(database)) === applied) before++
    const service = await serveInTheEnd(env(name))
    expect(await describeSchema(database.pool)).toEqual(expected)
    expect((await database.pool.query('select name from organizations')).rows).toEqual([{ name: 'Acme' }])
    await service.end('SIGKILL')
  }
  await tell({
    fault: `kill -9 of a node or of PostgreSQL during a migration, ${ROUNDS} times`,
    ...{ seconds: (performance.now() - began) / 1000, seen: {}, longestMs: 0 },
    note: `completed by the next start each time; ${before} times nothing of it was there yet; it takes ${Math.round(usual)} ms`,
  })
})
