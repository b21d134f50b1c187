import { openSource } from '../source/source.ts'
import { LoadError } from './load-error.ts'
import type { CommonOptions } from './options.ts'
import { createProgress } from './progress.ts'
import { createSession, type Session } from './session.ts'
import { readState } from './state.ts'

const DEFAULT_PARALLEL = 3
/** Maximum number of concurrent downloads. */
export const MAX_PARALLEL = 8

interface RunOptions extends CommonOptions {
  readonly parallel?: number | undefined
  readonly dryRun?: boolean | undefined
}

/** Opens the resources of a load, runs it, and releases them. */
export const runLoad = async <T>(options: RunOptions, work: (session: Session) => Promise<T>): Promise<T> => {
  const { client, destination, signal, away, onProgress, parallel = DEFAULT_PARALLEL, dryRun: isDry = false } = options
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > MAX_PARALLEL) {
    throw new LoadError(`The number of concurrent downloads must be between 1 and ${MAX_PARALLEL}, not ${parallel}.`)
  }
  if (!isDry) await destination.prepare()
  const state = await readState(destination)
  const progress = createProgress(onProgress)
  await using source = await openSource({ client, signal, away, say: progress.say })
  try {
    return await work(createSession({ source, destination, state, isDry, parallel, progress }))
  } catch (error) {
    throw isFull(error) ? fullDisk(error) : error
  }
}

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

const fullDisk = (cause: unknown) =>
  new LoadError(
    'The disk is full: downloads are stored in the temporary folder until they are loaded. Set TMPDIR to use another folder.',
    {
      cause,
    },
  )
