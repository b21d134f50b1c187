import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LoadedColumn } from '../../datasets/columns.ts'
import { hasUtcDay, literal, locationOf, quoted } from '../database/sql.ts'
import { DestinationError, type Replacement } from '../destination.ts'
import type { Engine } from '../duckdb/engine.ts'
import { utcDay } from '../duckdb/sql.ts'
import type { LoadedTable } from '../tables.ts'
import { putInPlace, remove, syncFolders, temporaryPath } from './durable.ts'
import type { FileFormat } from './formats.ts'
import { daysOf, inScope, keyHasDay, layoutOf, listFiles, pathOf, type StoredFile, wholePath } from './layout.ts'

interface Folder {
  readonly engine: Engine
  readonly root: string
  readonly format: FileFormat
}

/** What a file is going to hold: rows of the one before that stay, and new rows. */
interface Content {
  readonly keeps: boolean
  readonly incoming?: string
}

/**
 * Writes the files that a replacement changes, each of them whole, and removes those that lose all rows. The caller keeps the state
 * afterwards, so that what a process that dies has left half done is done again.
 */
export const replaceFiles = async (
  folder: Folder,
  table: LoadedTable,
  columns: readonly LoadedColumn[],
  { scope, rows }: Replacement,
): Promise<void> => {
  const { engine, root, format } = folder
  if (rows) {
    const incoming = format.selectIncoming(rows.path, table.dataset, columns)
    await engine.run(`create or replace temp table incoming as ${incoming}`)
    const [counted] = await engine.rows('select count(*) as total from incoming')
    if (Number(counted?.total) !== rows.rowCount) {
      throw new DestinationError(`${counted?.total} of ${rows.rowCount} rows came into ${table.name}. Load again.`)
    }
  }
  const contents =
    layoutOf(table) === 'whole' ? wholeContent(table, format) : await contentsOf(folder, table, scope, rows !== undefined)
  const changed = [...contents].map(([path, content]) => ({ path: join(root, path), content }))
  for (const { path, content } of changed) {
    const written = (content.keeps || (rows && content.incoming)) && (await write(folder, table, path, content))
    if (!written) await remove(path)
  }
  if (rows) await engine.run('drop table incoming')
  await syncFolders(changed.map(({ path }) => path))
}

const wholeContent = (table: LoadedTable, { extension }: FileFormat): Map<string, Content> =>
  new Map([[wholePath(table, extension), { keeps: false, incoming: 'true' }]])

const contentsOf = async (
  folder: Folder,
  table: LoadedTable,
  scope: Replacement['scope'],
  hasRows: boolean,
): Promise<Map<string, Content>> => {
  const { engine, root, format } = folder
  const { extension } = format
  const days = daysOf(scope)
  const [first = '', last = '9999'] = [days[0], days.at(-1)]
  const replaced = (await listFiles(root, table, extension, (day) => day >= first && day <= last)).filter(inScope(scope))
  const contents = new Map<string, Content>(replaced.map(({ path }) => [path, { keeps: false }]))
  if (!hasRows) return contents
  const others = (await neighbours(folder, table)).filter(({ path }) => !contents.has(path))
  for (const path of await withMovedRows(folder, table, others)) contents.set(path, { keeps: true })
  const there = new Set(others.map(({ path }) => path))
  for (const { day, location, incoming } of await incomingSegments(engine, table)) {
    const path = pathOf(table, { day, locationId: location || null }, extension)
    contents.set(path, { keeps: there.has(path), incoming })
  }
  return contents
}

/** Rows that come, by the file that they belong into. */
const incomingSegments = async (engine: Engine, table: LoadedTable) => {
  const location = layoutOf(table) === 'segments' ? locationOf(table.dataset) : `''`
  const segments = await engine.rows(`select distinct day::varchar as day, ${location} as location from incoming`)
  return segments.map((segment) => {
    const [day, name] = [String(segment.day), String(segment.location)]
    return { day, location: name, incoming: `day = date ${literal(day)} and ${location} = ${literal(name)}` }
  })
}

/** Files that may hold rows with the keys of incoming ones: those of the same days, where the key has a day. */
const neighbours = async ({ engine, root, format }: Folder, table: LoadedTable): Promise<StoredFile[]> => {
  const { dataset } = table
  if (!keyHasDay(dataset) && !hasUtcDay(dataset)) return listFiles(root, table, format.extension, () => true)
  // A local day begins up to 14 hours before its date in UTC, and ends up to 12 hours after.
  const days = keyHasDay(dataset)
    ? 'select distinct day from incoming'
    : `
      select distinct (timestamp::timestamptz at time zone 'UTC')::date + distance as day
      from incoming
      cross join (values (-1), (0), (1)) as around (distance)`
  const wanted = new Set((await engine.rows(`select day::varchar as day from (${days})`)).map(({ day }) => String(day)))
  return listFiles(root, table, format.extension, (day) => wanted.has(day))
}

const withMovedRows = async (
  { engine, root, format }: Folder,
  table: LoadedTable,
  files: readonly StoredFile[],
): Promise<string[]> => {
  if (files.length === 0) return []
  const names = new Map(files.map(({ path }) => [join(root, path), path]))
  const found = await engine.rows(`
    select distinct filename
    from (${format.selectStored([...names.keys()], table.dataset)}) as t
    where exists (select 1 from incoming as n where ${sameKey(table)})`)
  return found.flatMap(({ filename }) => names.get(String(filename)) ?? [])
}

const sameKey = ({ dataset }: LoadedTable): string =>
  [
    ...dataset.key.map((name) => `t.${quoted(name)} = n.${quoted(name)}`),
    ...(hasUtcDay(dataset) ? [`${utcDay('t.timestamp::timestamptz')} = ${utcDay('n.timestamp::timestamptz')}`] : []),
  ].join(' and ')

/** Answers whether there were any rows. */
const write = async (
  { engine, format }: Folder,
  table: LoadedTable,
  path: string,
  { keeps, incoming }: Content,
): Promise<boolean> => {
  const stored = `
    select * exclude (filename)
    from (${format.selectStored([path], table.dataset)}) as t
    where not exists (select 1 from incoming as n where ${sameKey(table)})`
  const parts = [...(keeps ? [stored] : []), ...(incoming ? [`select * from incoming where ${incoming}`] : [])]
  await mkdir(dirname(path), { recursive: true })
  const count = await engine.run(`
    copy (select ${format.written} from (${parts.join(' union all by name ')}))
    to ${literal(temporaryPath(path))} (${format.copyOptions}, use_tmp_file false)`)
  if (count > 0) await putInPlace(path)
  return count > 0
}
