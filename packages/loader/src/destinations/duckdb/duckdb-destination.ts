import { existsSync } from 'node:fs'
import type { LoadedDataset } from '../../datasets/datasets.ts'
import { createEvolution } from '../database/evolution.ts'
import { locationOf, quoted } from '../database/sql.ts'
import { VIEWS, viewStatement } from '../database/views.ts'
import { segmentCounts } from '../destination.ts'
import type { Store } from '../in-turn.ts'
import { TABLES } from '../tables.ts'
import { type Engine, openEngine } from './engine.ts'
import { replaceTogether } from './replace.ts'
import { kindOf, TYPES } from './sql.ts'
import { createState, hasTable, readState, writeState } from './state.ts'

interface DuckDbOptions {
  readonly readOnly: boolean
  readonly signal: AbortSignal | undefined
}

/** A copy in one DuckDB file, which one process at a time has open. */
export const openDuckDb = async (path: string, { readOnly, signal }: DuckDbOptions): Promise<Store> => {
  const title = `DuckDB file ${path}`
  const nothing = readOnly && !existsSync(path)
  const engine = await openEngine(nothing ? undefined : path, { title, readOnly: readOnly && !nothing, signal })
  const evolve = createEvolution({
    columnTypes: (table) => columnTypes(engine, table),
    kindOf,
    createTable: async ({ name }, columns) => {
      const described = columns.map((column) => `${quoted(column.name)} ${TYPES[column.kind]}`)
      await engine.run(`create table ${quoted(name)} (${described.join(', ')})`)
    },
    addColumn: async (table, { name, kind }) => {
      await engine.run(`alter table ${quoted(table)} add column ${quoted(name)} ${TYPES[kind]}`)
    },
  })
  return {
    title,
    prepare: async () => {
      await createState(engine)
      for (const table of TABLES) await evolve(table)
      for (const view of VIEWS) {
        const statement = viewStatement(view, [...(await columnTypes(engine, view.name)).keys()], quoted)
        if (statement) await engine.run(statement)
      }
    },
    readState: () => readState(engine),
    writeState: (entries) => engine.transaction(() => writeState(engine, entries)),
    replace: (replacement) => replaceTogether(engine, evolve, [replacement]),
    replaceTogether: (replacements) => replaceTogether(engine, evolve, replacements),
    countSegments: (dataset) => countSegments(engine, dataset),
    countRows: async (table) => {
      if (!(await hasTable(engine, table))) return 0
      const [row] = await engine.rows(`select count(*) as total from ${quoted(table)}`)
      return Number(row?.total)
    },
    [Symbol.asyncDispose]: async () => engine[Symbol.dispose](),
  }
}

const columnTypes = async (engine: Engine, table: string): Promise<Map<string, string>> => {
  const columns = await engine.rows(
    `
    select column_name, data_type
    from information_schema.columns
    where table_name = $table
    order by ordinal_position`,
    { table },
  )
  return new Map(columns.map((row) => [String(row.column_name), String(row.data_type)]))
}

const countSegments = async (engine: Engine, dataset: LoadedDataset): Promise<Map<string, number>> => {
  if (!(await hasTable(engine, dataset.table))) return new Map()
  const counts = await engine.rows(`
    select day::varchar as day, ${locationOf(dataset)} as location, count(*) as total
    from ${quoted(dataset.table)}
    group by all`)
  return segmentCounts(counts)
}
