import { createClient, type RollcallClient, RollcallError } from '@rollcall/client'
import { type Destination, httpFetch, type LoadProgress, openDestination } from '@rollcall/loader'
import { type ConnectionOptions, clientOptions, WAREHOUSE_KEYS } from '../connection.ts'
import { startProgress } from '../progress.ts'
import { INTERRUPTED, untilStopped } from '../until-stopped.ts'
import type { IntoOptions } from './arguments.ts'

/** Options of all commands that use a service and a destination. */
export type ReachOptions = ConnectionOptions & IntoOptions

/** The resources of a load. */
export interface Reach {
  readonly client: RollcallClient
  readonly destination: Destination
  readonly signal: AbortSignal
  readonly onProgress: (progress: LoadProgress) => void
}

interface OpenOptions {
  readonly readOnly: boolean
  readonly signal?: AbortSignal
}

export const openInto = ({ into, format, schema, force = false }: IntoOptions, open: OpenOptions): Promise<Destination> =>
  openDestination(into, { ...open, amongOthers: force, ...(format ? { format } : {}), ...(schema ? { schema } : {}) })

/**
 * Reads the first rows that every load needs, so that a wrong key or address is reported before anything is created. A truncated
 * response is ignored: it came from the service, and the load reads it again.
 */
const greet = async (client: RollcallClient, signal: AbortSignal): Promise<void> => {
  try {
    for await (const _first of client.readLocations({}, { signal })) return
  } catch (error) {
    if (!(error instanceof RollcallError && error.code === 'truncated_body')) throw error
  }
}

interface Run<T> {
  /** Texts of the progress line, during the work and at the end. */
  readonly words: readonly [doing: string, done: string]
  /** Nothing is created or written. */
  readonly readOnly?: boolean | undefined
  readonly work: (reach: Reach) => Promise<T>
}

/** Runs the work once, with a progress line. The destination is open only during the work. */
export const reaching = async <T>(options: ReachOptions, signal: AbortSignal, { words, readOnly, work }: Run<T>): Promise<T> => {
  const client = createClient(clientOptions(options, WAREHOUSE_KEYS, httpFetch))
  const progress = startProgress(words[0])
  const onProgress = ({ done, total, text }: LoadProgress): void => progress.update(done, total, text)
  try {
    if (!readOnly) await greet(client, signal)
    await using destination = await openInto(options, { readOnly: readOnly ?? false, signal })
    const result = await work({ client, destination, signal, onProgress })
    progress.finish(words[1])
    return result
  } catch (error) {
    progress.abandon()
    throw error
  }
}

/**
 * Ctrl+C aborts the signal, and the command exits with 130 in any case. If the work was not complete, the command says what that
 * means.
 */
export const untilInterrupted = async (meaning: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
  const stopping = new AbortController()
  const { signal } = stopping
  void untilStopped().then(() => stopping.abort())
  try {
    await work(signal)
  } catch (error) {
    if (!signal.aborted) throw error
    process.stderr.write(`${meaning}\n`)
  }
  if (signal.aborted) process.exitCode = INTERRUPTED
}

export const SAFE_TO_REPEAT = 'Stopped. Loaded data is kept: repeating the command is safe and resumes from there.'
