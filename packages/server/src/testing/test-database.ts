import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDatabase } from '../platform/db/database.ts'
import { TEMPLATE } from './global-setup.ts'

export interface TestDatabase extends AsyncDisposable {
  readonly db: Db
  readonly pool: pg.Pool
  readonly url: string
}

/** What a test waits for comes when it comes: a busy machine is no fault. */
export const TEST_TIMEOUT_MS = 60_000
/** Connections to a database come when they come, too: a service gives up after seconds. */
export const LONG_WAITS = { waitMs: TEST_TIMEOUT_MS, connectMs: TEST_TIMEOUT_MS } as const

/**
 * Creates a database from the template, which is migrated and empty unless another one is named. Its files are copied, because
 * copying through the write-ahead log takes ten times as long.
 */
export const createTestDatabase = async (
  serverUrl: string = inject('databaseServerUrl'),
  template: string = TEMPLATE,
): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await cloneOnceFree(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const database = openDatabase({ url, poolSize: 10, ...LONG_WAITS })
  return {
    db: database.db,
    pool: database.pool,
    url,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await administer(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * Creates another database with the content of this one, like a restored backup; its users lose their connections. With
 * `isSameFiles` nothing distinguishes it from the original, as after the files of a server were put back.
 */
export const copyTestDatabase = async (
  url: string,
  { isSameFiles = false } = {},
  serverUrl: string = inject('databaseServerUrl'),
): Promise<TestDatabase> => {
  const name = new URL(url).pathname.slice(1)
  await administer(serverUrl, `alter database ${name} allow_connections false`)
  try {
    // A database with open connections cannot be copied.
    await administer(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    const copy = await createTestDatabase(serverUrl, name)
    if (isSameFiles) await continueTimeline(copy)
    return copy
  } finally {
    await administer(serverUrl, `alter database ${name} allow_connections true`)
  }
}

/** Lets the change feed of a copied database go on, as if nothing distinguished it from the original. */
export const continueTimeline = ({ pool }: TestDatabase): Promise<unknown> =>
  pool.query('update feed_timelines t set database_oid = d.database_oid, feed_oid = d.feed_oid from feed_database() d')

const OBJECT_IN_USE = '55006'

/** On a busy machine, a service that has just ended may keep its connections to the template for some seconds. */
const cloneOnceFree = async (url: string, statement: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await administer(url, statement)
    } catch (error) {
      // PostgreSQL itself waits for five seconds each time.
      if ((error as { code?: string }).code !== OBJECT_IN_USE || attempt === 6) throw error
    }
  }
}

const administer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
