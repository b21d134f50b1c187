import type { LoadedColumn } from '../../datasets/columns.ts'
import { createEvolution, type Evolve, type Kind } from '../database/evolution.ts'
import type { Engine } from '../duckdb/engine.ts'
import { hasTable } from '../duckdb/state.ts'

const KINDS: readonly Kind[] = ['text', 'timestamp', 'date', 'boolean', 'integer', 'number', 'json']

/** Metadata that files do not contain: the format, and the columns of each table in order of arrival. */
export const createCatalog = async (engine: Engine, format: string): Promise<void> => {
  await engine.run(`
    create table if not exists rollcall_columns (
      table_name varchar, position integer, name varchar, field varchar, kind varchar
    );
    create table if not exists rollcall_folder (format varchar)`)
  if (await readFormat(engine)) return
  await engine.run('insert into rollcall_folder values ($format)', { format })
}

export const readFormat = async (engine: Engine): Promise<string | undefined> => {
  if (!(await hasTable(engine, 'rollcall_folder'))) return undefined
  const [row] = await engine.rows('select format from rollcall_folder')
  return row && String(row.format)
}

/** The columns of all tables, read at once and again after a change: each replacement asks for those of every table. */
const known = new WeakMap<Engine, Promise<Map<string, LoadedColumn[]>>>()

export const readColumns = async (engine: Engine, table: string): Promise<LoadedColumn[]> => {
  const reading = known.get(engine) ?? readAllColumns(engine)
  known.set(engine, reading)
  return (await reading).get(table) ?? []
}

const readAllColumns = async (engine: Engine): Promise<Map<string, LoadedColumn[]>> => {
  const rows = await engine.rows('select table_name, name, field, kind from rollcall_columns order by position')
  const columns = new Map<string, LoadedColumn[]>()
  for (const { table_name, name, field, kind } of rows) {
    const table = columns.get(String(table_name)) ?? []
    columns.set(String(table_name), table)
    table.push({ name: String(name), field: String(field), kind: kindOf(String(kind)) ?? 'text' })
  }
  return columns
}

export const evolveFolder = (engine: Engine): Evolve => {
  const addColumns = async (table: string, columns: readonly LoadedColumn[]): Promise<void> => {
    const added = columns.map(({ name, field, kind }, index) => ({ index, name, field, kind }))
    await engine.run(
      `
      insert into rollcall_columns
      select $table, index + (select count(*) from rollcall_columns where table_name = $table), name, field, kind
      from (
        select unnest(
          from_json($added::json, '[{"index": "integer", "name": "varchar", "field": "varchar", "kind": "varchar"}]'),
          recursive := true
        )
      )`,
      { table, added: JSON.stringify(added) },
    )
    known.delete(engine)
  }
  return createEvolution({
    columnTypes: async (table) => new Map((await readColumns(engine, table)).map(({ name, kind }) => [name, kind])),
    kindOf,
    createTable: ({ name }, columns) => addColumns(name, columns),
    addColumn: (table, column) => addColumns(table, [column]),
  })
}

const kindOf = (text: string): Kind | undefined => KINDS.find((kind) => kind === text)
