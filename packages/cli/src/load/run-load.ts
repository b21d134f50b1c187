import { createClient, type RollcallClient } from '@rollcall/client'
import { type Destination, type LoadProgress, openDestination } from '@rollcall/loader'
import { type ConnectionOptions, clientOptions, WAREHOUSE_KEYS } from '../connection.ts'
import { type ProgressLine, startProgress } from '../progress.ts'
import { INTERRUPTED, untilStopped } from '../until-stopped.ts'
import type { IntoOptions } from './arguments.ts'

/** Options of all commands that talk to a service and to a destination. */
export type ReachOptions = ConnectionOptions & IntoOptions

/** What a load works with, until it is stopped. */
export interface Reach {
  readonly client: RollcallClient
  readonly destination: Destination
  readonly signal: AbortSignal
  readonly onProgress: (progress: LoadProgress) => void
}

export const openInto = ({ into, format, schema }: IntoOptions, readOnly: boolean): Promise<Destination> =>
  openDestination(into, { readOnly, ...(format ? { format } : {}), ...(schema ? { schema } : {}) })

interface Run<T> {
  /** What the progress line says while it goes on, and when it is done. */
  readonly words: readonly [doing: string, done: string]
  /** Nothing is created or written. */
  readonly readOnly?: boolean | undefined
  readonly work: (reach: Reach) => Promise<T>
}

/** Works once, with a progress line as soon as there is progress. The destination is open for no longer than that. */
export const reaching = async <T>(options: ReachOptions, signal: AbortSignal, { words, readOnly, work }: Run<T>): Promise<T> => {
  const client = createClient(clientOptions(options, WAREHOUSE_KEYS))
  await using destination = await openInto(options, readOnly ?? false)
  let progress: ProgressLine | undefined
  const onProgress = ({ done, total, text }: LoadProgress): void => {
    progress ??= startProgress(words[0])
    progress.update(done, total, text)
  }
  try {
    const result = await work({ client, destination, signal, onProgress })
    progress?.finish(words[1])
    return result
  } catch (error) {
    progress?.finish('Stopped before the end.')
    throw error
  }
}

/** Ctrl+C aborts the signal; the command then says what that means, and ends with 130 whatever became of the work. */
export const untilInterrupted = async (meaning: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
  const stopping = new AbortController()
  const { signal } = stopping
  void untilStopped().then(() => stopping.abort())
  try {
    await work(signal)
  } catch (error) {
    if (!signal.aborted) throw error
    process.stderr.write(`${meaning}\n`)
    process.exitCode = INTERRUPTED
  }
}

export const SAFE_TO_REPEAT = 'Stopped. What was loaded is kept: repeating the command is safe, and goes on from there.'
