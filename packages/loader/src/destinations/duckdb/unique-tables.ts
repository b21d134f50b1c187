import type { Engine } from './engine.ts'
import { OURS } from './state.ts'

/** Names of tables with a unique index or constraint. They are read once, because no other process can open the file. */
export const createUniqueTables = (engine: Engine): (() => Promise<ReadonlySet<string>>) => {
  let known: Promise<ReadonlySet<string>> | undefined
  const read = async (): Promise<ReadonlySet<string>> => {
    const found = await engine.rows(`
      select table_name
      from duckdb_indexes()
      where ${OURS}
        and is_unique
      union
      select table_name
      from duckdb_constraints()
      where ${OURS}
        and constraint_type in ('PRIMARY KEY', 'UNIQUE')`)
    return new Set(found.map(({ table_name }) => String(table_name)))
  }
  return () => {
    known ??= read()
    return known
  }
}
