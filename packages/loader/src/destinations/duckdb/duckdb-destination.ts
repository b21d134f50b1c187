import { existsSync } from 'node:fs'
import type { LoadedColumn } from '../../datasets/columns.ts'
import type { LoadedDataset } from '../../datasets/datasets.ts'
import { createColumnTypes } from '../database/column-types.ts'
import { createEvolution } from '../database/evolution.ts'
import { locationOf, quoted } from '../database/sql.ts'
import { VIEWS, viewStatement } from '../database/views.ts'
import { type LoadedTable, type Replacement, segmentCounts, TABLES } from '../destination.ts'
import type { Store } from '../in-turn.ts'
import { type Engine, openEngine } from './engine.ts'
import { replaceTogether } from './replace.ts'
import { kindOf, TYPES } from './sql.ts'
import { createState, hasTable, OURS, readState, writeState } from './state.ts'
import { createUniqueTables } from './unique-tables.ts'

interface DuckDbOptions {
  readonly readOnly: boolean
  readonly signal: AbortSignal | undefined
}

/** A copy in a DuckDB file, which only one process can open at a time. */
export const openDuckDb = async (path: string, { readOnly, signal }: DuckDbOptions): Promise<Store> => {
  const title = `DuckDB file ${path}`
  const nothing = readOnly && !existsSync(path)
  const engine = await openEngine(nothing ? undefined : path, { title, readOnly: readOnly && !nothing, signal })
  const columns = createColumnTypes(() =>
    engine.rows(`
      select table_name, column_name, data_type
      from duckdb_columns()
      where not internal
        and ${OURS}
      order by column_index`),
  )
  const createTable = ({ name }: LoadedTable, described: readonly LoadedColumn[]) =>
    engine.run(
      `create table ${quoted(name)} (${described.map((column) => `${quoted(column.name)} ${TYPES[column.kind]}`).join(', ')})`,
    )
  const evolve = createEvolution({
    columnTypes: columns.of,
    kindOf,
    createTable: (table, described) => columns.change(() => createTable(table, described)),
    addColumn: (table, { name, kind }) =>
      columns.change(() => engine.run(`alter table ${quoted(table)} add column ${quoted(name)} ${TYPES[kind]}`)),
  })
  const copy = { engine, evolve, typesOf: columns.of, uniqueTables: createUniqueTables(engine) }
  return {
    title,
    prepare: async () => {
      const missing: LoadedTable[] = []
      for (const table of TABLES) if ((await columns.of(table.name)).size === 0) missing.push(table)
      const create = async (): Promise<void> => {
        await createState(engine)
        for (const table of missing) await createTable(table, table.dataset.columns)
      }
      // Each transaction waits for the disk, and after each the columns would be read again.
      await (missing.length > 0 ? columns.change(() => engine.transaction(create)) : create())
      for (const table of TABLES) await evolve(table)
      const statements: string[] = []
      for (const view of VIEWS) {
        const statement = viewStatement(view, [...(await columns.of(view.name)).keys()], quoted)
        if (statement) statements.push(statement)
      }
      if (statements.length > 0) await columns.change(() => engine.transaction(() => runAll(engine, statements)))
    },
    readState: () => readState(engine),
    writeState: (entries) => engine.transaction(() => writeState(engine, entries)),
    replace: (replacement) => replaceTogether(copy, only(replacement)),
    replaceTogether: (replacements) => replaceTogether(copy, replacements),
    countSegments: (dataset) => countSegments(engine, dataset),
    countRows: async (table) => {
      if (!(await hasTable(engine, table))) return 0
      const [row] = await engine.rows(`select count(*) as total from ${quoted(table)}`)
      return Number(row?.total)
    },
    [Symbol.asyncDispose]: async () => engine[Symbol.dispose](),
  }
}

async function* only(replacement: Replacement): AsyncGenerator<Replacement> {
  yield replacement
}

const runAll = async (engine: Engine, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await engine.run(statement)
}

const countSegments = async (engine: Engine, dataset: LoadedDataset): Promise<Map<string, number>> => {
  if (!(await hasTable(engine, dataset.table))) return new Map()
  const counts = await engine.rows(`
    select day::varchar as day, ${locationOf(dataset)} as location, count(*) as total
    from ${quoted(dataset.table)}
    group by all`)
  return segmentCounts(counts)
}
