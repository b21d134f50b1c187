import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LoadedColumn } from '../../datasets/columns.ts'
import { hasUtcDay, literal, quoted } from '../database/sql.ts'
import { DestinationError, type LoadedTable, type Replacement, type RowFile } from '../destination.ts'
import type { Engine } from '../duckdb/engine.ts'
import { utcDay } from '../duckdb/sql.ts'
import { readColumns } from './catalog.ts'
import { putInPlace, remove, syncFolders, temporaryPath } from './durable.ts'
import type { FileFormat } from './formats.ts'
import { incomingSegments, type KnownKeys, locationIn } from './known-keys.ts'
import { daysOf, inScope, layoutOf, listFiles, pathOf, wholePath } from './layout.ts'

export interface Folder {
  readonly engine: Engine
  readonly root: string
  readonly format: FileFormat
  readonly keys: KnownKeys
}

/** The new content of a file: old rows that stay, and new rows that meet a condition. */
interface Content {
  readonly keeps: boolean
  readonly incoming?: string
}

/**
 * Rewrites the files that a replacement changes, and removes empty ones. The caller stores the state afterwards, so that work
 * half done by a killed process is repeated.
 */
export const replaceFiles = async (
  folder: Folder,
  table: LoadedTable,
  columns: readonly LoadedColumn[],
  { scope, rows }: Replacement,
): Promise<void> => {
  const { engine, root, keys } = folder
  if (rows) await stage(folder, table, columns, rows)
  const all = await readColumns(engine, table.name)
  const contents = await contentsOf(folder, table, all, { scope, rows })
  try {
    for (const [path, content] of contents) {
      const place = join(root, path)
      const written = (content.keeps || (rows && content.incoming)) && (await write(folder, table, all, place, content))
      if (!written) await remove(place)
    }
    const changed = [...contents]
    const mixed = changed.filter(([path, { keeps }]) => keeps && existsSync(join(root, path))).map(([path]) => path)
    const gone = changed.map(([path]) => path).filter((path) => !mixed.includes(path))
    await keys.changed(table, all, { gone, mixed, incoming: rows !== undefined })
  } catch (error) {
    await keys.forget()
    throw error
  }
  if (rows) await engine.run('drop table incoming')
  await syncFolders([...contents.keys()].map((path) => join(root, path)))
}

const stage = async (
  { engine, format }: Folder,
  table: LoadedTable,
  columns: readonly LoadedColumn[],
  rows: RowFile,
): Promise<void> => {
  await engine.run(`create or replace temp table incoming as ${format.selectIncoming(rows.path, table.dataset, columns)}`)
  const [counted] = await engine.rows('select count(*) as total from incoming')
  if (Number(counted?.total) === rows.rowCount) return
  throw new DestinationError(`${counted?.total} of ${rows.rowCount} rows were stored in ${table.name}. Load again.`)
}

const contentsOf = async (
  { engine, root, format: { extension }, keys }: Folder,
  table: LoadedTable,
  columns: readonly LoadedColumn[],
  { scope, rows }: Pick<Replacement, 'scope' | 'rows'>,
): Promise<Map<string, Content>> => {
  if (layoutOf(table) === 'whole') return new Map([[wholePath(table, extension), { keeps: false, incoming: 'true' }]])
  const days = daysOf(scope)
  const [first = '', last = '9999'] = [days[0], days.at(-1)]
  const replaced = (await listFiles(root, table, extension, (day) => day >= first && day <= last)).filter(inScope(scope))
  const contents = new Map<string, Content>(replaced.map(({ path }) => [path, { keeps: false }]))
  if (!rows) return contents
  for (const path of await keys.withIncoming(table, columns)) if (!contents.has(path)) contents.set(path, { keeps: true })
  for (const { day, location } of await incomingSegments(engine, table)) {
    const path = pathOf(table, { day, locationId: location || null }, extension)
    const keeps = contents.get(path)?.keeps ?? existsSync(join(root, path))
    contents.set(path, { keeps, incoming: `day = date ${literal(day)} and ${locationIn(table)} = ${literal(location)}` })
  }
  return contents
}

/** Returns whether there were any rows. */
const write = async (
  { engine, format }: Folder,
  table: LoadedTable,
  columns: readonly LoadedColumn[],
  path: string,
  { keeps, incoming }: Content,
): Promise<boolean> => {
  const stored = `
    select * exclude (filename)
    from (${format.selectStored([path], table.dataset, columns)}) as t
    where not exists (select 1 from incoming as n where ${sameKey(table)})`
  const parts = [...(keeps ? [stored] : []), ...(incoming ? [`select * from incoming where ${incoming}`] : [])]
  await mkdir(dirname(path), { recursive: true })
  const count = await engine.run(`
    copy (${format.selectWritten(parts.join(' union all by name '), columns)})
    to ${literal(temporaryPath(path))} (${format.copyOptions}, use_tmp_file false)`)
  if (count > 0) await putInPlace(path)
  return count > 0
}

const sameKey = ({ dataset }: LoadedTable): string =>
  [
    ...dataset.key.map((name) => `t.${quoted(name)} = n.${quoted(name)}`),
    ...(hasUtcDay(dataset) ? [`${utcDay('t.timestamp::timestamptz')} = ${utcDay('n.timestamp::timestamptz')}`] : []),
  ].join(' and ')
