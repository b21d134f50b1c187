import type { StateEntry } from '../destination.ts'
import type { Engine } from './engine.ts'

export const createState = (engine: Engine) =>
  engine.run('create table if not exists rollcall_state (key varchar primary key, value json not null)')

export const readState = async (engine: Engine): Promise<Map<string, unknown>> => {
  if (!(await hasTable(engine, 'rollcall_state'))) return new Map()
  const rows = await engine.rows('select key, value from rollcall_state')
  return new Map(rows.map(({ key, value }) => [String(key), JSON.parse(String(value))]))
}

/** Restricts a list of columns, indexes or constraints to those of the copy: other schemas of the file may use the same names. */
export const OURS = 'database_name = current_database() and schema_name = current_schema()'

export const hasTable = async (engine: Engine, table: string): Promise<boolean> => {
  const found = await engine.rows(
    `
    select 1
    from information_schema.tables
    where table_catalog = current_database()
      and table_schema = current_schema()
      and table_name = $table`,
    { table },
  )
  return found.length > 0
}

/** The last of several entries of one key counts. */
export const writeState = async (engine: Engine, entries: readonly StateEntry[]): Promise<void> => {
  const last = [...new Map(entries)]
  const forgotten = last.filter(([, value]) => value === null).map(([key]) => key)
  const kept = last.filter(([, value]) => value !== null).map(([key, value]) => ({ key, value }))
  if (forgotten.length > 0) {
    await engine.run(
      `
      delete from rollcall_state
      where key in (select unnest(from_json($keys::json, '["varchar"]')))`,
      { keys: JSON.stringify(forgotten) },
    )
  }
  if (kept.length > 0) {
    await engine.run(
      `
      insert or replace into rollcall_state
      select unnest(from_json($entries::json, '[{"key": "varchar", "value": "json"}]'), recursive := true)`,
      { entries: JSON.stringify(kept) },
    )
  }
}
