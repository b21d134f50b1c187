import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import type { LoadedColumn } from '../../../loader/src/datasets/columns.ts'
import { DAILY, DIRECTORY, type LoadedDataset } from '../../../loader/src/datasets/datasets.ts'
import { type Row, rowsByTable } from './rows.ts'

const DATASETS = [...DIRECTORY, ...DAILY]

/** Copies are read with the database's own client, like users do. */
const selectAll = ({ columns }: LoadedDataset, from: string, read: (column: LoadedColumn) => string): string =>
  `select ${columns.map((column) => `${read(column)} as "${column.field}"`).join(', ')} from ${from}`

const ofDuckDb = ({ name, kind }: LoadedColumn): string => {
  if (kind === 'timestamp') return `strftime(${name} at time zone 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ')`
  return kind === 'date' || kind === 'json' ? `${name}::varchar` : name
}

export const readDuckDb = async (path: string): Promise<Map<string, Row[]>> => {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  try {
    return await rowsByTable(DATASETS, async (dataset) => {
      const answer = await connection.runAndReadAll(selectAll(dataset, dataset.table, ofDuckDb))
      return answer.getRowObjectsJson() as Row[]
    })
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const ofPostgres = ({ name, kind }: LoadedColumn): string => {
  if (kind === 'timestamp') return `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return kind === 'date' || kind === 'json' ? `${name}::text` : name
}

export const readPostgres = async (url: string, schema = 'rollcall'): Promise<Map<string, Row[]>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await rowsByTable(DATASETS, async (dataset) => {
      const answer = await client.query(selectAll(dataset, `${schema}.${dataset.table}`, ofPostgres))
      return answer.rows
    })
  } finally {
    await client.end()
  }
}
