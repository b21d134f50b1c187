import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { DestinationError } from '../destination.ts'
import { createRunner } from '../running.ts'

const OWNER_ALONE = 0o077
let holders = 0
let before = 0

/**
 * Copies are personal data: whatever is created until this is disposed of is for its owner alone. It is the mask of the whole process,
 * since DuckDB creates files at times of its own, and has no setting for it. Files that are there keep their modes.
 */
const keepPrivate = (): Disposable => {
  // Threads have the mask of their process, and may not set it.
  if (!isMainThread) return { [Symbol.dispose]: () => {} }
  if (holders === 0) before = process.umask(OWNER_ALONE)
  holders += 1
  let isHeld = true
  return {
    [Symbol.dispose]: () => {
      if (!isHeld) return
      isHeld = false
      holders -= 1
      if (holders === 0) process.umask(before)
    },
  }
}

/** In the words of the system, as DuckDB repeats them, and in its own for where it keeps what memory cannot hold. */
export const isFullDisk = (message: string): boolean =>
  /No space left|ENOSPC|Disk quota exceeded|EDQUOT|max_temp_directory_size/i.test(message)

export const FREE_SPACE = 'has no space left. Free some on its disk, and load again: it goes on from there.'

/** One connection to a DuckDB file. Errors are one line, for people. */
export interface Engine extends Disposable {
  /** Answers how many rows were changed. */
  run(statement: string, values?: Record<string, string>): Promise<number>
  /** Values as JSON has them; integers of 64 bits are text. */
  rows(query: string, values?: Record<string, string>): Promise<Record<string, unknown>[]>
  /** All of it or, when it throws, nothing. */
  transaction(work: () => Promise<void>): Promise<void>
}

interface EngineOptions {
  /** What the file is, for people. */
  readonly title: string
  readonly readOnly: boolean
  readonly signal: AbortSignal | undefined
}

/**
 * DuckDB is loaded by those who need it. It finds nothing on the network. The order of rows in a file is nobody's concern, so they
 * are written as they come: all threads write, and memory stays flat. Without a path it is in memory, and gone afterwards.
 */
export const openEngine = async (path: string | undefined, { title, readOnly, signal }: EngineOptions): Promise<Engine> => {
  const file = path && (await wholePath(path))
  if (file && openFiles.has(file)) throw new DestinationError(`${title} is already open here: one load at a time.`)
  if (file) openFiles.add(file)
  const privacy = file && !readOnly ? keepPrivate() : undefined
  const release = (): void => {
    if (file) openFiles.delete(file)
    privacy?.[Symbol.dispose]()
  }
  try {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const instance = await DuckDBInstance.create(path ?? ':memory:', {
      access_mode: readOnly ? 'READ_ONLY' : 'READ_WRITE',
      memory_limit: '512MB',
      preserve_insertion_order: 'false',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    })
    const connection = await instance.connect()
    const running = createRunner({ signal, cancel: () => connection.interrupt(), explained: (error) => explained(error, title) })
    const engine: Engine = {
      run: async (statement, values) => (await running(() => connection.run(statement, values))).rowsChanged,
      rows: async (query, values) => (await running(() => connection.runAndReadAll(query, values))).getRowObjectsJson(),
      transaction: async (work) => {
        await engine.run('begin')
        try {
          await work()
          await engine.run('commit')
        } catch (error) {
          // What fails while committing has been rolled back already.
          await connection.run('rollback').catch(() => {})
          throw error
        }
      },
      [Symbol.dispose]: () => {
        connection.closeSync()
        instance.closeSync()
        release()
      },
    }
    return engine
  } catch (error) {
    release()
    throw explained(error, title)
  }
}

/** DuckDB keeps other processes out, but not its own: to open a file twice would drop that lock, and damage the file. */
const openFiles = new Set<string>()

const wholePath = async (path: string): Promise<string> => {
  const folder = dirname(resolve(path))
  return join(await realpath(folder).catch(() => folder), basename(path))
}

const explained = (error: unknown, title: string): DestinationError => {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
  return new DestinationError(`${title} ${reason(line)}`, { cause: error })
}

const reason = (line: string): string => {
  if (/Could not set lock/i.test(line)) {
    const holder = /PID (\d+)/.exec(line)?.[1]
    return `is open in another process${holder ? ` (${holder})` : ''}. Close it there, and try again.`
  }
  if (/not a valid DuckDB database/i.test(line)) return 'is not a DuckDB file. Name another one, or remove it.'
  if (/No such file or directory/i.test(line))
    return 'cannot be opened: its folder is not there. Create it, or name another file.'
  if (isFullDisk(line)) return FREE_SPACE
  if (/^Constraint Error/.test(line))
    return `has a unique index or constraint of others that does not let rows of the service in: ${line.replace(/\.$/, '')}. Drop it, and load again.`
  if (/entries that depend on it/i.test(line))
    return 'has an index or view of others on a table that gets a new column: drop it, load again, and create it anew.'
  return `cannot be used: ${line.replace(/\.$/, '')}.`
}
