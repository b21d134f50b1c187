import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenRows, type RollcallClient, RollcallError, type RowsOperation } from '@rollcall/client'
import { type AwayOptions, createPersistence, type Persist, type Persistence } from './persistence.ts'
import { createPrivateFolder } from './private-folder.ts'

/** The service that is read, and where answers are kept while they are. */
export interface Source extends AsyncDisposable {
  readonly client: RollcallClient
  readonly signal: AbortSignal | undefined
  readonly persistence: Persistence
  /** A path in a folder that only this process reads, and that is removed in the end. */
  newPath(): string
}

interface SourceOptions {
  readonly client: RollcallClient
  readonly signal: AbortSignal | undefined
  readonly away: AwayOptions | undefined
  /** Tells people what is waited for. */
  readonly say: (text: string) => void
}

export const openSource = async ({ client, signal, away = {}, say }: SourceOptions): Promise<Source> => {
  const folder = await createPrivateFolder()
  let paths = 0
  return {
    client,
    signal,
    persistence: createPersistence(away, say),
    newPath: () => join(folder, `${++paths}.ndjson`),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** What is asked, by the name of the operation. */
export interface Question {
  readonly operation: RowsOperation
  readonly query: Readonly<Record<string, string>>
}

type Open = (
  operation: RowsOperation,
  query: Readonly<Record<string, string>>,
  options: { ifNoneMatch?: string | undefined; signal?: AbortSignal; headers?: Record<string, string> },
) => Promise<OpenRows>

/** An answer that may be left before its end. */
export type Answer = OpenRows & { leave(): Promise<void> }

interface OpenOptions {
  readonly etag?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** What is left of the patience for the question, where it was asked before. */
  readonly persist?: Persist
}

/** Zstandard takes half the time of gzip to unpack, which fetch does not ask for by itself. */
const ENCODINGS = 'zstd, gzip, deflate'

/** Begins to read an answer. Questions are made by dataset, so their types are left behind here. */
export const openRows = async (
  { client, persistence }: Pick<Source, 'client' | 'persistence'>,
  { operation, query }: Question,
  { etag, signal, persist = persistence(signal) }: OpenOptions,
): Promise<Answer> => {
  const open = client.open as Open
  const headers = { 'accept-encoding': ENCODINGS }
  const answer = await persist(() => open(operation, query, { ifNoneMatch: etag, headers, ...(signal ? { signal } : {}) }))
  const leave = async () => {
    // Only an answer that was begun to be read closes its connection.
    await answer.bytes.next().catch(() => {})
    await answer.bytes.return()
  }
  return { ...answer, leave }
}

const hasStatus = (error: unknown, ...statuses: number[]) => error instanceof RollcallError && statuses.includes(error.status)

/** Services of this interface need not have all datasets. */
export const isMissing = (error: unknown): boolean => hasStatus(error, 404)

/** An older backup of the service was restored since the cursor was given. */
export const isOfAnotherTimeline = (error: unknown): boolean =>
  error instanceof RollcallError && error.code === 'cursor_of_another_timeline'

/** The service itself says that it has no such path. */
export const isNoPath = (error: unknown): boolean => error instanceof RollcallError && error.code === 'not_found'

/** Nor need they know rows that belong to no location. */
export const isRefused = (error: unknown): boolean => hasStatus(error, 400, 404)

/** Addresses may be as long as they like here, which not every service or proxy before it takes. */
export const isTooLong = (error: unknown): boolean => hasStatus(error, 414, 431)
