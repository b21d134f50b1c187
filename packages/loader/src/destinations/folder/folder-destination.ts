import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { LoadedDataset } from '../../datasets/datasets.ts'
import { locationOf } from '../database/sql.ts'
import { type Destination, DestinationError, segmentCounts, TABLES } from '../destination.ts'
import { type Engine, FREE_SPACE, isFullDisk, openEngine } from '../duckdb/engine.ts'
import { createState, readState, writeState } from '../duckdb/state.ts'
import { createCatalog, evolveFolder, readFormat } from './catalog.ts'
import type { DestinationFormat } from './formats.ts'
import { FORMATS, isFormat } from './formats.ts'
import { openKnownKeys } from './known-keys.ts'
import { replaceFiles } from './replace.ts'
import { selectTable, writeViews } from './views-file.ts'

interface FolderOptions {
  readonly format: DestinationFormat | undefined
  readonly readOnly: boolean
  readonly amongOthers: boolean
  readonly signal: AbortSignal | undefined
}

/**
 * A copy as files of one format. The state is in a DuckDB file next to them, which only one process can open, and whose engine
 * also writes the files.
 */
export const openFolder = async (
  path: string,
  { format: wanted, readOnly, amongOthers, signal }: FolderOptions,
): Promise<Destination> => {
  const root = resolve(path)
  const place = `Folder ${path}`
  if (/[*?[\]]/.test(root)) throw new DestinationError(`${place} cannot be used: its path must not contain * ? [ ].`)
  const statePath = join(root, '_rollcall', 'state.duckdb')
  const isNew = !existsSync(statePath)
  if (isNew && !readOnly) await createFolder(root, place, amongOthers)
  const nothing = isNew && readOnly
  const engine = await openEngine(nothing ? undefined : statePath, { title: place, readOnly: readOnly && !nothing, signal })
  try {
    const name = await agreedFormat(engine, wanted, place)
    const format = FORMATS[name]
    // A missing copy is empty; if nothing may be created, it is in memory.
    if (!readOnly || nothing) {
      await createCatalog(engine, name)
      await createState(engine)
    }
    const evolve = evolveFolder(engine)
    const title = `${place} (${format.title})`
    const rowsOf = async (table: string): Promise<string | undefined> => {
      const found = nothing ? undefined : TABLES.find((one) => one.name === table)
      return found && selectTable(engine, { root, prefix: join(root, sep), format }, found)
    }
    const keys = openKnownKeys(engine, root, format)
    let views = ''
    return {
      title,
      prepare: async () => {
        for (const table of TABLES) await evolve(table)
        views = await explained(title, writeViews(engine, root, format, views))
      },
      readState: () => readState(engine),
      writeState: (entries) => engine.transaction(() => writeState(engine, entries)),
      replace: async (replacement) => {
        const { dataset, table: name = dataset.table, rows, state } = replacement
        const table = { name, dataset }
        const columns = await evolve(table, rows?.extraColumns)
        await explained(title, replaceFiles({ engine, root, format, keys }, table, columns, replacement))
        views = await explained(title, writeViews(engine, root, format, views))
        await engine.transaction(() => writeState(engine, state))
      },
      countSegments: async (dataset) => countSegments(engine, dataset, await rowsOf(dataset.table)),
      countRows: async (table) => {
        const rows = await rowsOf(table)
        const [row] = rows ? await engine.rows(`select count(*) as total from (${rows})`) : []
        return Number(row?.total ?? 0)
      },
      [Symbol.asyncDispose]: async () => engine[Symbol.dispose](),
    }
  } catch (error) {
    engine[Symbol.dispose]()
    throw error
  }
}

/** Mode of folders, because rows are personal data. */
const OWNER_ALONE = 0o700

/**
 * Foreign files are never overwritten: without our state, a file with one of our names is foreign. A new copy next to other files
 * is usually a typo. Hidden files do not count.
 */
const createFolder = async (root: string, place: string, amongOthers: boolean): Promise<void> => {
  await explained(place, createFolders(root))
  const names = new Set(TABLES.map(({ name }) => name))
  const entries = await explained(place, readdir(root))
  const foreign = entries.find((entry) => names.has(entry.split('.')[0] ?? ''))
  if (foreign)
    throw new DestinationError(`${place} contains ${foreign}, which was not loaded here. Choose an empty or new folder.`)
  const other = entries.find((entry) => !entry.startsWith('.') && entry !== '_rollcall')
  if (other !== undefined && !amongOthers) {
    throw new DestinationError(`${place} contains other files, such as ${other}. Choose an empty or new folder, or add --force.`)
  }
  await explained(place, mkdir(join(root, '_rollcall'), { recursive: true, mode: OWNER_ALONE }))
}

/**
 * Creates a folder and its parents one by one, because the recursive mode of Node never returns on file systems such as /proc.
 */
const createFolders = async (path: string): Promise<void> => {
  if (!existsSync(dirname(path))) await createFolders(dirname(path))
  if (!existsSync(path)) await mkdir(path, { mode: OWNER_ALONE })
}

const agreedFormat = async (engine: Engine, wanted: DestinationFormat | undefined, place: string): Promise<DestinationFormat> => {
  const started = (await readFormat(engine)) ?? wanted ?? 'parquet'
  if (!isFormat(started))
    throw new DestinationError(`${place} has files of the format ${started}, which this version cannot write.`)
  if (wanted && wanted !== started) {
    throw new DestinationError(
      `${place} was started as ${FORMATS[started].title}. Continue with that format, or choose another folder.`,
    )
  }
  return started
}

const countSegments = async (engine: Engine, dataset: LoadedDataset, rows: string | undefined): Promise<Map<string, number>> => {
  if (!rows) return new Map()
  const counts = await engine.rows(`
    select day::varchar as day, ${locationOf(dataset)} as location, count(*) as total
    from (${rows})
    group by all`)
  return segmentCounts(counts)
}

const explained = <T>(title: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof DestinationError || !(error instanceof Error && 'code' in error && typeof error.code === 'string'))
      throw error
    if (isFullDisk(error.code)) throw new DestinationError(`${title} ${FREE_SPACE}`, { cause: error })
    const message = error.message.replace(/^\w+: /, '')
    throw new DestinationError(`${title} cannot be written: ${message}. Choose a writable folder.`, { cause: error })
  })
