import { join } from 'node:path'
import type { LoadedColumn } from '../../datasets/columns.ts'
import { hasUtcDay, list, literal, locationOf, quoted } from '../database/sql.ts'
import type { LoadedTable } from '../destination.ts'
import type { Engine } from '../duckdb/engine.ts'
import { utcDay } from '../duckdb/sql.ts'
import type { FileFormat } from './formats.ts'
import { keyHasDay, layoutOf, listFiles, pathOf } from './layout.ts'

/**
 * An index of the keys in each file. A file is read once, and only if new rows arrive for its days. A load of a history, which
 * writes all files itself, reads none; otherwise it would read the files of a day again for each location.
 */
export interface KnownKeys {
  /** Files with keys of incoming rows; may include others. */
  withIncoming(table: LoadedTable, columns: readonly LoadedColumn[]): Promise<string[]>
  /** Records that files were removed, or have only incoming rows now, or others too. */
  changed(
    table: LoadedTable,
    columns: readonly LoadedColumn[],
    files: { readonly gone: readonly string[]; readonly mixed: readonly string[]; readonly incoming: boolean },
  ): Promise<void>
  forget(): Promise<void>
}

/** 12 bytes each. */
const MOST_KEYS = 10_000_000

export const openKnownKeys = (engine: Engine, root: string, format: FileFormat): KnownKeys => {
  const ids = new Map<string, number>()
  const paths: string[] = []
  const tables = new Map<string, Set<string>>()
  const idOf = (path: string): number => {
    const id = ids.get(path) ?? paths.push(path) - 1
    ids.set(path, id)
    return id
  }

  /** Reads keys of files on disk. */
  const read = async (table: LoadedTable, columns: readonly LoadedColumn[], files: readonly string[]): Promise<void> => {
    if (files.length === 0) return
    const named = files.map((path) => `(${idOf(path)}, ${literal(join(root, path))})`)
    const stored = format.selectStored(
      files.map((path) => join(root, path)),
      table.dataset,
      columns,
    )
    await engine.run(`
      insert into ${known(table)}
      select id, ${hashOf(table, 't')}
      from (${stored}) as t
      join (values ${named.join(', ')}) as f (id, path) on f.path = t.filename`)
  }

  const keys: KnownKeys = {
    withIncoming: async (table, columns) => {
      if ((await countKnown(engine, [...tables.keys()])) > MOST_KEYS) await keys.forget()
      const days = tables.get(table.name) ?? new Set()
      tables.set(table.name, days)
      await engine.run(`create temp table if not exists ${known(table)} (file integer, key ubigint)`)
      const wanted = (await neighboringDays(engine, table)).filter((day) => !days.has(day))
      const unread = new Set(wanted)
      const isUnread = (day: string): boolean => unread.has(day) || (unread.has(ANY) && !days.has(day))
      const files = wanted.length > 0 ? await listFiles(root, table, format.extension, isUnread) : []
      await read(
        table,
        columns,
        files.map(({ path }) => path),
      )
      for (const day of wanted) days.add(day)
      const found = await engine.rows(`
        select distinct file
        from ${known(table)}
        where key in (select ${hashOf(table)} from incoming)`)
      return found.flatMap(({ file }) => paths[Number(file)] ?? [])
    },
    changed: async (table, columns, { gone, mixed, incoming }) => {
      if (!tables.has(table.name)) return
      const affected = [...gone, ...mixed].flatMap((path) => ids.get(path) ?? [])
      if (affected.length > 0) await engine.run(`delete from ${known(table)} where file in (${affected.join(', ')})`)
      await read(table, columns, mixed)
      if (!incoming) return
      const others = new Set(mixed)
      const segments = (await incomingSegments(engine, table)).map((segment) => ({
        ...segment,
        path: pathOf(table, { day: segment.day, locationId: segment.location || null }, format.extension),
      }))
      const written = segments.filter(({ path }) => !others.has(path))
      if (written.length === 0) return
      const files = written.map(({ day, location, path }) => `(${idOf(path)}, date ${literal(day)}, ${literal(location)})`)
      await engine.run(`
        insert into ${known(table)}
        select f.id, ${hashOf(table, 'n')}
        from incoming as n
        join (values ${files.join(', ')}) as f (id, day, location) on f.day = n.day and f.location = ${locationIn(table, 'n')}`)
    },
    forget: async () => {
      for (const name of tables.keys()) await engine.run(`drop table if exists ${quoted(`known_${name}`)}`)
      tables.clear()
      ids.clear()
      paths.length = 0
    },
  }
  return keys
}

/** Incoming rows by target file. */
export const incomingSegments = async (engine: Engine, table: LoadedTable): Promise<{ day: string; location: string }[]> => {
  const segments = await engine.rows(`select distinct day::varchar as day, ${locationIn(table)} as location from incoming`)
  return segments.map(({ day, location }) => ({ day: String(day), location: String(location) }))
}

/** Empty for tables with one file per day. */
export const locationIn = (table: LoadedTable, row?: string): string =>
  layoutOf(table) === 'segments' ? locationOf(table.dataset, row) : `''`

/** Every day, for keys that do not imply a day. */
const ANY = 'any'

const neighboringDays = async (engine: Engine, { dataset }: LoadedTable): Promise<string[]> => {
  if (!keyHasDay(dataset) && !hasUtcDay(dataset)) return [ANY]
  // A local day starts up to 14 hours before its date in UTC, and ends up to 12 hours after.
  const days = keyHasDay(dataset)
    ? 'select distinct day from incoming'
    : `
      select distinct (timestamp::timestamptz at time zone 'UTC')::date + distance as day
      from incoming
      cross join (values (-1), (0), (1)) as around (distance)`
  return (await engine.rows(`select day::varchar as day from (${days})`)).map(({ day }) => String(day))
}

const countKnown = async (engine: Engine, tables: readonly string[]): Promise<number> => {
  let total = 0
  for (const name of tables) {
    const [row] = await engine.rows(`select count(*) as total from ${quoted(`known_${name}`)}`)
    total += Number(row?.total)
  }
  return total
}

const known = ({ name }: LoadedTable): string => quoted(`known_${name}`)

const hashOf = ({ dataset }: LoadedTable, row?: string): string => {
  const columns = row ? dataset.key.map((name) => `${row}.${quoted(name)}`).join(', ') : list(dataset.key)
  const timestamp = `${row ? `${row}.` : ''}timestamp::timestamptz`
  return `hash(${columns}${hasUtcDay(dataset) ? `, ${utcDay(timestamp)}` : ''})`
}
