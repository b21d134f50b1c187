import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { quoted } from '../database/sql.ts'
import { VIEWS, viewStatement } from '../database/views.ts'
import { type LoadedTable, TABLES } from '../destination.ts'
import type { Engine } from '../duckdb/engine.ts'
import { readColumns } from './catalog.ts'
import { putInPlace, temporaryPath } from './durable.ts'
import { type FileFormat, selectNothing } from './formats.ts'
import { globOf, layoutOf, wholePath } from './layout.ts'

/** All rows of a table, which may have no file yet. `prefix` is the path to the folder. */
export const selectTable = async (
  engine: Engine,
  { root, prefix, format }: { root: string; prefix: string; format: FileFormat },
  table: LoadedTable,
): Promise<string> => {
  const columns = await readColumns(engine, table.name)
  return (await hasFiles(root, table, format))
    ? format.selectTable(`${prefix}${globOf(table, format.extension)}`, columns)
    : selectNothing(columns)
}

const hasFiles = async (root: string, table: LoadedTable, { extension }: FileFormat): Promise<boolean> => {
  if (layoutOf(table) === 'whole') return existsSync(join(root, wholePath(table, extension)))
  for (const entry of await readdir(join(root, table.name)).catch(() => [])) {
    if (entry.endsWith(`.${extension}`)) return true
    const files = await readdir(join(root, table.name, entry)).catch(() => [])
    if (files.some((file) => file.endsWith(`.${extension}`))) return true
  }
  return false
}

/** Writes `_rollcall/views.sql`, a script that defines the folder as DuckDB tables and views. Written again when it changes. */
export const writeViews = async (engine: Engine, root: string, format: FileFormat, before: string): Promise<string> => {
  const statements = [`-- Run this in the folder above: duckdb -init _rollcall/views.sql`]
  for (const table of TABLES) {
    const rows = await selectTable(engine, { root, prefix: '', format }, table)
    statements.push(`create or replace view ${quoted(table.name)} as ${rows};`)
  }
  for (const view of VIEWS) statements.push(`${viewStatement(view, [], quoted)};`)
  const text = `${statements.map((statement) => statement.trim()).join('\n\n')}\n`
  if (text === before) return text
  const path = join(root, '_rollcall', 'views.sql')
  await writeFile(temporaryPath(path), text)
  await putInPlace(path)
  return text
}
