import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from './database.ts'
import type { DB } from './schema.ts'

/**
 * Creates a handle whose statements all run on this connection, for work that needs COPY and other statements in one transaction.
 * The owner of the connection begins and ends transactions, and releases it.
 */
export const bindConnection = (client: pg.ClientBase): Db => {
  const query = (text: string, values: readonly unknown[]) => client.query(text, values as unknown[])
  const lent = { query, release() {} } as unknown as PostgresPoolClient
  const pool: PostgresPool = { options: {}, connect: async () => lent, end: async () => {} }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
