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

export const readColumns = async (engine: Engine, table: string): Promise<LoadedColumn[]> => {
  const rows = await engine.rows(
    `
    select name, field, kind
    from rollcall_columns
    where table_name = $table
    order by position`,
    { table },
  )
  return rows.map((row) => ({ name: String(row.name), field: String(row.field), kind: kindOf(String(row.kind)) ?? 'text' }))
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
  }
  return createEvolution({
    columnTypes: async (table) => new Map((await readColumns(engine, table)).map(({ name, kind }) => [name, kind])),
    kindOf,
    createTable: ({ name }, columns) => addColumns(name, columns),
    addColumn: (table, column) => addColumns(table, [column]),
  })
}

const kindOf = (text: string): Kind | undefined => KINDS.find((kind) => kind === text)
