import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { inject } from 'vitest'
import { makeScratchFolder } from '../../../server/src/testing/scratch-folder.ts'
import { ATTENDANCE, type LoadedDataset } from '../../src/datasets/datasets.ts'
import type { RowFile } from '../../src/destinations/destination.ts'
import type { DestinationFormat } from '../../src/destinations/folder/formats.ts'

type Row = Record<string, unknown>

/** A destination for a copy, and a reader that is independent of the loader. */
export interface Place extends AsyncDisposable {
  readonly where: string
  /** Rows of a table or view, with days as dates and instants in UTC with milliseconds. */
  rows(table: string): Promise<Row[]>
  /** Runs SQL as another user of the database; or reads the state of a folder. */
  run(statement: string): Promise<void>
}

export interface Kind {
  readonly name: string
  readonly format?: DestinationFormat
  create(): Promise<Place>
}

export const createFolder = async (): Promise<AsyncDisposable & { readonly path: string }> => {
  const path = await makeScratchFolder('rollcall-destination-')
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

/** Values of a query as in JSON. */
const readDuckDb = async (path: string, statements: readonly string[], query: string): Promise<Row[]> => {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  try {
    for (const statement of statements) await connection.run(statement)
    const result = await connection.runAndReadAll(query)
    const types = new Map(result.columnNames().map((name, index) => [name, String(result.columnType(index))]))
    return result.getRowObjectsJson().map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => {
          if (value === null) return [name, null]
          if (types.get(name) === 'TIMESTAMP WITH TIME ZONE') return [name, new Date(`${value}:00`).toISOString()]
          if (types.get(name) === 'BIGINT') return [name, Number(value)]
          // A DuckDB alias of text, which is how JSON comes.
          return [name, ['before', 'after', 'facts'].includes(name) ? JSON.parse(String(value)) : value]
        }),
      ),
    )
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const duckDb: Kind = {
  name: 'DuckDB',
  create: async () => {
    const folder = await createFolder()
    const where = join(folder.path, 'copy.duckdb')
    return {
      where,
      rows: (table) => readDuckDb(where, [`set timezone = 'UTC'`], `select * from ${table}`),
      run: async (statement) => void (await readDuckDb(where, [statement], 'select 1')),
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    }
  },
}

const folderOf = (format: DestinationFormat): Kind => ({
  name: `Folder of ${format}`,
  format,
  create: async () => {
    const folder = await createFolder()
    const where = join(folder.path, 'copy')
    return {
      where,
      rows: async (table) => {
        const views = await readFile(join(where, '_rollcall', 'views.sql'), 'utf8')
        return readDuckDb(
          ':memory:',
          [`set timezone = 'UTC'`, `set file_search_path = '${where}'`, views],
          `select * from ${table}`,
        )
      },
      run: async (statement) => void (await readDuckDb(join(where, '_rollcall', 'state.duckdb'), [statement], 'select 1')),
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    }
  },
})

export const createDatabase = async (): Promise<AsyncDisposable & { readonly url: string }> => {
  const server = inject('databaseServerUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await query(server, `create database ${name} strategy file_copy`)
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    [Symbol.asyncDispose]: async () => void (await query(server, `drop database if exists ${name} with (force)`)),
  }
}

/** Keeps dates and 64-bit numbers, which node-postgres would turn into local midnights and text. */
const TYPE_PARSERS: Record<number, (text: string) => unknown> = { 1082: String, 20: Number }

export const query = async (url: string, statement: string): Promise<Row[]> => {
  const types = { getTypeParser: (id: number) => TYPE_PARSERS[id] ?? pg.types.getTypeParser(id) }
  const client = new pg.Client({ connectionString: url, types })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(statement)
    return rows
  } finally {
    await client.end()
  }
}

const postgres: Kind = {
  name: 'PostgreSQL',
  create: async () => {
    const database = await createDatabase()
    return {
      where: database.url,
      rows: async (table) => {
        const rows = await query(database.url, `select * from rollcall.${table}`)
        return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])))
      },
      run: async (statement) => void (await query(database.url, `set search_path = rollcall; ${statement}`)),
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    }
  },
}

export const DATABASES: readonly Kind[] = [duckDb, postgres]
const PARQUET = folderOf('parquet')
/** Tests that do not depend on the file format of a folder run with only one format. */
export const ONE_OF_EACH: readonly Kind[] = [...DATABASES, PARQUET]
export const KINDS: readonly Kind[] = [...ONE_OF_EACH, folderOf('csv'), folderOf('ndjson')]

export type Rows = readonly Row[]

/** Writes rows to a file, like a download. */
export const rowFile = async (
  folder: string,
  rows: readonly Row[],
  extraColumns: RowFile['extraColumns'] = [],
): Promise<RowFile> => {
  const path = join(folder, `${randomUUID()}.ndjson`)
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return { path, rowCount: rows.length, extraColumns }
}

/** A row of a dataset with only the given values. */
export const rowFor = (dataset: LoadedDataset, values: Row): Row => ({
  ...Object.fromEntries(dataset.columns.map(({ field }) => [field, null])),
  ...values,
})

/** A row of attendance. */
export const booking = (userId: string, day: string, locationId: string | null, more: Row = {}): Row =>
  rowFor(ATTENDANCE, { userId, day: `${day}T00:00:00.000Z`, bookingLocationId: locationId, plan: 'o', bookingDepth: 3, ...more })
