import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDatabase } from '../db/database.ts'
import { TEMPLATE } from './global-setup.ts'

export interface TestDatabase extends AsyncDisposable {
  readonly db: Db
  readonly pool: pg.Pool
  readonly url: string
}

/**
 * A database of its own, cloned from the template, which is migrated and empty where no other is named. Its files are copied: by the
 * log it takes ten times as long.
 */
export const createTestDatabase = async (
  serverUrl: string = inject('databaseServerUrl'),
  template: string = TEMPLATE,
): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const database = openDatabase({ url, poolSize: 10 })
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

const administer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
