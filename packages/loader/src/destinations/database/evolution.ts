import type { LoadedColumn } from '../../datasets/columns.ts'
import { DestinationError, type LoadedTable } from '../destination.ts'

export type Kind = LoadedColumn['kind']

/** What a database has, and how it is told to have more. */
export interface Catalog {
  /** Types of a table's columns by name, in the database's words; empty where there is no table. */
  readonly columnTypes: (table: string) => Promise<Map<string, string>>
  /** What a column of this type can take; undefined: nothing that comes here. */
  readonly kindOf: (type: string) => Kind | undefined
  readonly createTable: (table: LoadedTable, columns: readonly LoadedColumn[]) => Promise<void>
  readonly addColumn: (table: string, column: LoadedColumn) => Promise<void>
}

/** Makes sure that a table has these columns, and tells as what each is to be written there. */
export type Evolve = (table: LoadedTable, extraColumns?: readonly LoadedColumn[]) => Promise<LoadedColumn[]>

/** Only ever adds: what is there stays as it is. Asks for the columns of a table once, since one process alone writes to it. */
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

/** Two fields may have one name in snake case: the first of them is the one that is documented. */
const distinct = (columns: readonly LoadedColumn[]): LoadedColumn[] =>
  columns.filter(({ name }, index) => columns.findIndex((other) => other.name === name) === index)

/** Text takes everything as it is written, except what rows are found by. */
const fitted = (table: string, { name, kind }: LoadedColumn, type: string, catalog: Catalog): Kind => {
  const existing = catalog.kindOf(type)
  const found = name === 'day' || name === 'timestamp'
  if (existing === kind || (existing === 'number' && kind === 'integer')) return existing
  if (!found && (existing === 'text' || existing === 'json')) return existing
  throw new DestinationError(
    `The column ${name} of ${table} is of the type ${type}, but what comes for it is ${kind}. Rename the column, and load again.`,
  )
}
