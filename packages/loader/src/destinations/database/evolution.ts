import type { LoadedColumn } from '../../datasets/columns.ts'
import { DestinationError, type LoadedTable } from '../destination.ts'

export type Kind = LoadedColumn['kind']

/** Reads and extends the schema of a database. */
export interface Catalog {
  /** Column types of a table by name, as the database names them; empty if there is no table. */
  readonly columnTypes: (table: string) => Promise<Map<string, string>>
  /** The kind of values that a column type accepts; undefined: none that a load writes. */
  readonly kindOf: (type: string) => Kind | undefined
  readonly createTable: (table: LoadedTable, columns: readonly LoadedColumn[]) => Promise<void>
  readonly addColumn: (table: string, column: LoadedColumn) => Promise<void>
}

/** Ensures that a table has these columns, and returns the kind in which to write each. */
export type Evolve = (table: LoadedTable, extraColumns?: readonly LoadedColumn[]) => Promise<LoadedColumn[]>

/**
 * Only adds columns and never changes existing ones. Reads the columns of a table once, because only one process writes to it.
 */
export const createEvolution = (catalog: Catalog): Evolve => {
  const known = new Map<string, Map<string, string>>()
  const typesOf = async (table: string): Promise<Map<string, string>> => {
    const types = known.get(table) ?? (await catalog.columnTypes(table))
    known.set(table, types)
    return types
  }
  return async (table, extraColumns = []) => {
    if ((await typesOf(table.name)).size === 0) {
      await catalog.createTable(table, table.dataset.columns)
      known.delete(table.name)
    }
    const columns = distinct([...table.dataset.columns, ...extraColumns])
    for (const column of columns) {
      if ((await typesOf(table.name)).has(column.name)) continue
      await catalog.addColumn(table.name, column)
      known.delete(table.name)
    }
    const types = await typesOf(table.name)
    return columns.map((column) => ({ ...column, kind: fitted(table.name, column, types.get(column.name) ?? '', catalog) }))
  }
}

/** Two fields may have the same name in snake case; the first is the documented one. */
const distinct = (columns: readonly LoadedColumn[]): LoadedColumn[] =>
  columns.filter(({ name }, index) => columns.findIndex((other) => other.name === name) === index)

/** A text column accepts any value, except for the columns by which rows are found. */
const fitted = (table: string, { name, kind, hasLongIntegers }: LoadedColumn, type: string, catalog: Catalog): Kind => {
  const existing = catalog.kindOf(type)
  const found = name === 'day' || name === 'timestamp'
  if (existing === kind || (existing === 'number' && (kind === 'integer' || hasLongIntegers))) return existing
  if (!found && (existing === 'text' || existing === 'json')) return existing
  throw new DestinationError(
    `The column ${name} of ${table} has the type ${type}, but its values are ${kind}. Rename the column, and load again.`,
  )
}
