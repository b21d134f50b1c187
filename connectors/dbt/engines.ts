import { DuckDBInstance } from '@duckdb/node-api'
import { createTestDatabase } from '../../packages/server/src/testing/test-database.ts'
import type { Target } from './project.ts'

export type Row = Record<string, unknown>

/** A database that the project is built in. */
export interface Engine extends AsyncDisposable {
  readonly target: Target
  query(sql: string): Promise<Row[]>
}

const openDuckDb = async (): Promise<Engine> => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  return {
    target: { type: 'duckdb', schema: 'analytics' },
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson() as Row[],
    async [Symbol.asyncDispose]() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

const openPostgres = async (): Promise<Engine> => {
  const database = await createTestDatabase()
  return {
    target: { type: 'postgres', schema: 'analytics' },
    query: async (sql) => (await database.pool.query<Row>(sql)).rows,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

export const ENGINES = { DuckDB: openDuckDb, PostgreSQL: openPostgres }
