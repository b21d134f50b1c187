import { existsSync } from 'node:fs'
import type { LoadedDataset } from '../../datasets/datasets.ts'
import { createEvolution, type Evolve } from '../database/evolution.ts'
import { deleteStatement, hasUtcDay, list, literal, locationOf, quoted } from '../database/sql.ts'
import { VIEWS, viewStatement } from '../database/views.ts'
import { type Destination, DestinationError, type Replacement } from '../destination.ts'
import { TABLES } from '../tables.ts'
import { type Engine, openEngine } from './engine.ts'
import { kindOf, selectRows, TYPES, utcDay } from './sql.ts'
import { createState, hasTable, readState, writeState } from './state.ts'

/** A copy in one DuckDB file, which one process at a time has open. */
export const openDuckDb = async (path: string, readOnly: boolean): Promise<Destination> => {
  const title = `DuckDB file ${path}`
  const nothing = readOnly && !existsSync(path)
  const engine = await openEngine(nothing ? undefined : path, { title, readOnly: readOnly && !nothing })
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
    replace: (replacement) => replace(engine, evolve, replacement),
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

const replace = async (engine: Engine, evolve: Evolve, replacement: Replacement): Promise<void> => {
  const { dataset, table: name = dataset.table, scope, rows, state } = replacement
  const columns = await evolve({ name, dataset }, rows?.extraColumns)
  const table = quoted(name)
  await engine.transaction(async () => {
    await engine.run(deleteStatement(table, dataset, scope))
    if (rows) {
      const [before] = await engine.rows(`select coalesce(max(rowid), -1) as last from ${table}`)
      const written = await engine.run(
        `insert into ${table} (${list(columns.map((column) => column.name))}) ${selectRows(rows.path, columns)}`,
      )
      if (written !== rows.rowCount)
        throw new DestinationError(`${written} of ${rows.rowCount} rows came into ${name}. Load again.`)
      if (scope.kind !== 'all') await deleteMoved(engine, table, dataset, Number(before?.last))
    }
    await writeState(engine, state)
  })
}

/**
 * Rows up to `last` that have the key of one after it. Whatever is inserted gets a higher row id than all before, so the new rows are
 * in the table already: to read their keys from the file first would cost as much as to load it. DuckDB looks only where their
 * days are: 0.4 s for 300,000 new rows among 10 million of the same days, 0.07 s among those of others.
 */
const deleteMoved = async (engine: Engine, table: string, dataset: LoadedDataset, last: number): Promise<void> => {
  const key = dataset.key.map((name) => `t.${quoted(name)} = n.${quoted(name)}`)
  await engine.run(`
    delete from ${table} as t
    using (select ${list([...dataset.key, ...(hasUtcDay(dataset) ? ['timestamp'] : [])])} from ${table} where rowid > ${last}) as n
    where t.rowid <= ${last}
      and ${key.join(' and ')}
      ${hasUtcDay(dataset) ? await sameUtcDay(engine, table, last) : ''}`)
}

/** Names the first and the last of the days besides, so that DuckDB need not look at others. */
const sameUtcDay = async (engine: Engine, table: string, last: number): Promise<string> => {
  const [range] = await engine.rows(`
    select
      epoch_ms((min(${utcDay('timestamp')}) * 86400000)::bigint)::varchar as first,
      epoch_ms(((max(${utcDay('timestamp')}) + 1) * 86400000)::bigint)::varchar as after
    from ${table}
    where rowid > ${last}`)
  const instant = (value: unknown): string => `${literal(`${value}+00`)}::timestamptz`
  if (!range?.first) return 'and false'
  return `
      and ${utcDay('t.timestamp')} = ${utcDay('n.timestamp')}
      and t.timestamp >= ${instant(range.first)}
      and t.timestamp < ${instant(range.after)}`
}

const countSegments = async (engine: Engine, dataset: LoadedDataset): Promise<Map<string, number>> => {
  if (!(await hasTable(engine, dataset.table))) return new Map()
  const counts = await engine.rows(`
    select day::varchar || '/' || coalesce(nullif(${locationOf(dataset)}, ''), 'none') as segment, count(*) as total
    from ${quoted(dataset.table)}
    group by segment`)
  return new Map(counts.map(({ segment, total }) => [String(segment), Number(total)]))
}
