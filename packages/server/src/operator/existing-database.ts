import { hasCluster, startEmbeddedPostgres } from '@rollcall/embedded-postgres'
import { sql } from 'kysely'
import { type Config, ConfigError } from '../platform/config.ts'
import type { Db } from '../platform/db/database.ts'
import type { DatabaseLocation } from './database-location.ts'
import { DEMO_DATABASE_NAME } from './instance-file.ts'
import { assertReachable } from './reachable.ts'

const ADVICE =
  'Name the data folder of the service with --data or ROLLCALL_DATA_DIR, or its database with DATABASE_URL; rollcall serve begins a new one.'

/**
 * Opens the database that a service has used before: the one of DATABASE_URL, or the embedded one of the data folder, which is
 * started temporarily.
 * @throws ConfigError if there is none
 */
export const openExistingDatabase = async (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  name: string,
): Promise<DatabaseLocation> => {
  if (databaseUrl) {
    await assertReachable(databaseUrl)
    return { url: databaseUrl, async [Symbol.asyncDispose]() {} }
  }
  if (!(await hasCluster(dataDir))) throw new ConfigError(`No service has run on the data folder ${dataDir}. ${ADVICE}`)
  await using stack = new AsyncDisposableStack()
  const postgres = stack.use(await startEmbeddedPostgres({ dataDir }))
  if (!(await postgres.hasDatabase(name))) {
    const isDemo = await postgres.hasDatabase(DEMO_DATABASE_NAME)
    const found = isDemo ? 'holds only the demo, which commands reach while it runs (rollcall demo)' : 'holds no service'
    throw new ConfigError(`The data folder ${dataDir} ${found}. ${ADVICE}`)
  }
  const running = stack.move()
  return { url: postgres.url(name), [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/**
 * Rejects a database without our tables, which must be the wrong one.
 * @throws ConfigError
 */
export const assertServed = async (db: Db, { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<void> => {
  const { rows } = await sql<{
    isServed: boolean
  }>`select to_regclass('migrations') is not null and to_regclass('organizations') is not null as "isServed"`.execute(db)
  if (rows[0]?.isServed) return
  const where = databaseUrl ? 'The database of DATABASE_URL' : `The database of the data folder ${dataDir}`
  throw new ConfigError(`${where} is empty: no service has used it yet. ${ADVICE}`)
}
