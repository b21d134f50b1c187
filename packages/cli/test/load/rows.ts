import { createHash } from 'node:crypto'
import type { LoadedColumn } from '../../../loader/src/datasets/columns.ts'
import type { LoadedDataset } from '../../../loader/src/datasets/datasets.ts'

/** A row of a dataset, by field names of the service. */
export type Row = Record<string, unknown>

/** Sorts keys, because JSON may be stored in any order. */
const inOneOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOneOrder)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, inOneOrder(each)]),
  )
}

const comparable = (value: unknown, kind: LoadedColumn['kind']): unknown => {
  if (value === null || value === undefined) return null
  if (kind === 'date') return String(value).slice(0, 10)
  if (kind === 'timestamp') return new Date(String(value)).toISOString()
  if (kind === 'integer' || kind === 'number') return Number(value)
  if (kind === 'json') return inOneOrder(typeof value === 'string' ? JSON.parse(value) : value)
  return value
}

/** All rows by table, each with the columns of its dataset, for both sides. */
export const rowsByTable = async (
  datasets: readonly LoadedDataset[],
  read: (dataset: LoadedDataset) => Promise<Row[]>,
): Promise<Map<string, Row[]>> => {
  const tables = new Map<string, Row[]>()
  for (const dataset of datasets) {
    const rows = await read(dataset)
    const { columns, table } = dataset
    tables.set(
      table,
      rows.map((row) => Object.fromEntries(columns.map(({ field, kind }) => [field, comparable(row[field], kind)]))),
    )
  }
  return tables
}

/** Number of rows and SHA-256 of the sorted rows of each table. */
export const checksums = (tables: ReadonlyMap<string, readonly Row[]>): Record<string, string> =>
  Object.fromEntries(
    [...tables].map(([table, rows]) => {
      const hash = createHash('sha256')
      for (const line of rows.map((row) => JSON.stringify(row)).sort()) hash.update(`${line}\n`)
      return [table, `${rows.length} ${hash.digest('hex')}`]
    }),
  )

/** Rows with duplicate keys. */
export const repeatedKeys = (dataset: LoadedDataset, rows: readonly Row[]): string[] => {
  const fields = dataset.columns.filter(({ name }) => dataset.key.includes(name)).map(({ field }) => field)
  const keys = rows.map((row) => {
    const utcDay = dataset.table === 'presence' ? [String(row.timestamp).slice(0, 10)] : []
    return JSON.stringify([...fields.map((field) => row[field]), ...utcDay])
  })
  return keys.filter((key, index) => keys.indexOf(key) !== index)
}
