import type { LoadedColumn } from '../../datasets/columns.ts'
import type { LoadedDataset } from '../../datasets/datasets.ts'
import { createColumnTypes } from '../database/column-types.ts'
import { createEvolution } from '../database/evolution.ts'
import { hasUtcDay, list, locationOf, quoted } from '../database/sql.ts'
import { VIEWS, viewStatement } from '../database/views.ts'
import { type Destination, DestinationError, type LoadedTable, segmentCounts, TABLES } from '../destination.ts'
import { titleOf } from './address.ts'
import { createReplace } from './replace.ts'
import { openSession, type Session } from './session.ts'
import { CREATE_LINES, keyOf, kindOf, TYPES } from './sql.ts'
import { createState, hasTable, readState, writeState } from './state.ts'

interface PostgresOptions {
  readonly schemaName: string
  readonly readOnly: boolean
  readonly signal: AbortSignal | undefined
}

/** A copy in a schema of a PostgreSQL database. */
export const openPostgres = async (url: string, { schemaName, readOnly, signal }: PostgresOptions): Promise<Destination> => {
  const title = titleOf(url, schemaName)
  const schema = quoted(schemaName)
  const session = await openSession(url, { title, signal })
  try {
    await (readOnly ? session.run('set default_transaction_read_only = on') : keepOthersOut(session, schemaName, title))
  } catch (error) {
    await session[Symbol.asyncDispose]()
    throw error
  }
  const inSchema = (name: string): string => `${schema}.${quoted(name)}`
  const columns = createColumnTypes(() =>
    session.rows(
      `
      select table_name, column_name, data_type
      from information_schema.columns
      where table_schema = $1
      order by ordinal_position`,
      [schemaName],
    ),
  )
  const evolve = createEvolution({
    columnTypes: columns.of,
    kindOf,
    createTable: (table, described) => columns.change(() => createTable(session, schema, table, described)),
    addColumn: (table, { name, kind }) =>
      columns.change(() => session.run(`alter table ${inSchema(table)} add column ${quoted(name)} ${TYPES[kind]}`)),
  })
  const replace = createReplace({ session, schema, evolve, typesOf: columns.of })
  return {
    title,
    prepare: async () => {
      // A user without the privilege to create schemas may use an existing one.
      const existing = await session.rows('select 1 from pg_namespace where nspname = $1', [schemaName])
      if (existing.length === 0) await session.run(`create schema ${schema}`)
      await createState(session, schema)
      for (const table of TABLES) await evolve(table)
      for (const view of VIEWS) {
        const statement = viewStatement(view, [...(await columns.of(view.name)).keys()], inSchema)
        if (statement) await columns.change(() => session.run(statement))
      }
    },
    readState: () => readState(session, schema),
    writeState: (entries) => session.transaction(() => writeState(session, schema, entries)),
    replace,
    countSegments: (dataset) => countSegments(session, schema, dataset),
    countRows: async (table) => {
      if (!(await hasTable(session, inSchema(table)))) return 0
      const [row] = await session.rows(`select count(*) as total from ${inSchema(table)}`)
      return Number(row?.total)
    },
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  }
}

/** Held until the connection ends, even if the process is killed. */
const keepOthersOut = async (session: Session, schema: string, title: string): Promise<void> => {
  const [row] = await session.rows(`select pg_try_advisory_lock(hashtext('rollcall load'), hashtext($1)) as locked`, [schema])
  if (!row?.locked) throw new DestinationError(`${title} is being loaded by another process. Wait for it, or stop it.`)
  await session.run(CREATE_LINES)
}

const countSegments = async (session: Session, schema: string, dataset: LoadedDataset): Promise<Map<string, number>> => {
  const table = `${schema}.${quoted(dataset.table)}`
  if (!(await hasTable(session, table))) return new Map()
  const counts = await session.rows(`
    select to_char(day, 'YYYY-MM-DD') as day, ${locationOf(dataset)} as location, count(*) as total
    from ${table}
    group by 1, 2`)
  return segmentCounts(counts)
}

/** Rows arrive by day, so new entries of such an index are next to each other: a first load takes PostgreSQL a fifth less time. */
const dayFirst = (key: readonly string[]): string[] => key.toSorted((a, b) => Number(b === 'day') - Number(a === 'day'))

/** Creates a table with its key, and an index to find the rows of a day or of a location and day, which are replaced together. */
const createTable = async (
  session: Session,
  schema: string,
  { name, dataset }: LoadedTable,
  columns: readonly LoadedColumn[],
): Promise<void> => {
  const table = `${schema}.${quoted(name)}`
  const described = columns.map((column) => `${quoted(column.name)} ${TYPES[column.kind]}`)
  // An expression cannot be part of a primary key.
  const key = hasUtcDay(dataset) ? [] : [`primary key (${list(dayFirst(dataset.key))})`]
  await session.transaction(async () => {
    await session.run(`create table ${table} (${[...described, ...key].join(', ')})`)
    if (hasUtcDay(dataset)) await session.run(`create unique index ${quoted(`${name}_key`)} on ${table} (${keyOf(dataset)})`)
    if (dataset.kind === 'directory') return
    const segment = dataset.kind === 'published' ? `day, (${locationOf(dataset)})` : 'day'
    await session.run(`create index ${quoted(`${name}_day`)} on ${table} (${segment})`)
  })
}
