import { realpath } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { DestinationError } from '../destination.ts'
import { createRunner } from '../running.ts'

const OWNER_ALONE = 0o077
let holders = 0
let before = 0

/**
 * Copies are personal data, so files created until disposal are readable only by their owner. It sets the umask of the whole
 * process, because DuckDB creates files at any time and has no setting for their mode. Existing files keep their modes.
 */
const keepPrivate = (): Disposable => {
  // Worker threads share the umask of their process and may not set it.
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

/** Messages for a full disk: the text of the system, which DuckDB repeats, and DuckDB's own text for its temporary files. */
export const isFullDisk = (message: string): boolean =>
  /No space left|ENOSPC|Disk quota exceeded|EDQUOT|max_temp_directory_size/i.test(message)

export const FREE_SPACE = 'has no space left. Free disk space, and load again: the load resumes.'

/**
 * One core is left to the process that downloads and checks the next rows. On two cores, a second thread made inserting a month take
 * 2.1 s of processor time instead of 1.5 s.
 */
const THREADS = Math.max(1, availableParallelism() - 1)

/** One connection to a DuckDB file. Error messages are one line. */
export interface Engine extends Disposable {
  /** Returns the number of changed rows. */
  run(statement: string, values?: Record<string, string>): Promise<number>
  /** Values as in JSON; 64-bit integers are text. */
  rows(query: string, values?: Record<string, string>): Promise<Record<string, unknown>[]>
  /** Runs the work in one transaction, and rolls back if it throws. */
  transaction(work: () => Promise<void>): Promise<void>
}

interface EngineOptions {
  /** Title of the file for messages. */
  readonly title: string
  readonly readOnly: boolean
  readonly signal: AbortSignal | undefined
}

/**
 * Loads DuckDB on demand, without network access. The order of rows in a file does not matter, so all threads write and memory
 * stays constant. Without a path the database is in memory.
 */
export const openEngine = async (path: string | undefined, { title, readOnly, signal }: EngineOptions): Promise<Engine> => {
  const { DuckDBInstance } = await loadDuckDb()
  const file = path && (await wholePath(path))
  if (file && openFiles.has(file)) throw new DestinationError(`${title} is already open here: one load at a time.`)
  if (file) openFiles.add(file)
  const privacy = file && !readOnly ? keepPrivate() : undefined
  const release = (): void => {
    if (file) openFiles.delete(file)
    privacy?.[Symbol.dispose]()
  }
  try {
    const instance = await DuckDBInstance.create(path ?? ':memory:', {
      access_mode: readOnly ? 'READ_ONLY' : 'READ_WRITE',
      memory_limit: '512MB',
      threads: String(THREADS),
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
          // A failed commit has already been rolled back.
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

/** DuckDB is an optional dependency, because it takes 70 MB. */
const loadDuckDb = async (): Promise<typeof import('@duckdb/node-api')> => {
  try {
    return await import('@duckdb/node-api')
  } catch (cause) {
    throw new DestinationError(
      'Copies in DuckDB files and in folders need DuckDB, which is not installed. Install it next to Rollcall ' +
        '(npm install @duckdb/node-api), or load into PostgreSQL.',
      { cause },
    )
  }
}

/** DuckDB locks out other processes, but not its own: opening a file twice would drop the lock and damage the file. */
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
  if (/not a valid DuckDB database/i.test(line)) return 'is not a DuckDB file. Choose another file, or remove it.'
  if (/No such file or directory/i.test(line))
    return 'cannot be opened: its folder does not exist. Create it, or choose another file.'
  if (isFullDisk(line)) return FREE_SPACE
  if (/^Constraint Error/.test(line))
    return `has an added unique index or constraint that rejects rows of the service: ${line.replace(/\.$/, '')}. Drop it, and load again.`
  if (/entries that depend on it/i.test(line))
    return 'has an added index or view on a table that needs a new column: drop it, load again, and create it again.'
  return `cannot be used: ${line.replace(/\.$/, '')}.`
}
