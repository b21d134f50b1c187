import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenRows, type RollcallClient, RollcallError, type RowsOperation } from '@rollcall/client'
import { createDescribeColumns, type DescribeColumns } from './described-columns.ts'
import { type AwayOptions, createPersistence, type Persist, type Persistence } from './persistence.ts'
import { createPrivateFolder } from './private-folder.ts'

/** The service, and the temporary storage of downloads. */
export interface Source extends AsyncDisposable {
  readonly client: RollcallClient
  readonly signal: AbortSignal | undefined
  readonly persistence: Persistence
  readonly describeColumns: DescribeColumns
  /** A new path in the private folder of this process, which is removed at the end. */
  newPath(): string
}

interface SourceOptions {
  readonly client: RollcallClient
  readonly signal: AbortSignal | undefined
  readonly away: AwayOptions | undefined
  /** Reports what the load is waiting for. */
  readonly say: (text: string) => void
}

export const openSource = async ({ client, signal, away = {}, say }: SourceOptions): Promise<Source> => {
  const folder = await createPrivateFolder()
  let paths = 0
  const persistence = createPersistence(away, say)
  return {
    client,
    signal,
    persistence,
    describeColumns: createDescribeColumns(client, persistence),
    newPath: () => join(folder, `${++paths}.ndjson`),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A request: operation and query. */
export interface Question {
  readonly operation: RowsOperation
  readonly query: Readonly<Record<string, string>>
}

type Open = (
  operation: RowsOperation,
  query: Readonly<Record<string, string>>,
  options: { ifNoneMatch?: string | undefined; signal?: AbortSignal; headers?: Record<string, string> },
) => Promise<OpenRows>

/** A response that may be closed early. */
export type Answer = OpenRows & { leave(): Promise<void> }

interface OpenOptions {
  readonly etag?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** The remaining retry budget of the request, if it was made before. */
  readonly persist?: Persist
}

/** Before Node 26, fetch reads no Zstandard, or only the first of the frames that a response consists of. */
const readsZstandard = Number.parseInt(process.versions.node, 10) >= 26

/** Zstandard decompresses in half the time of gzip, but fetch does not request it by default. */
const ENCODINGS = `${readsZstandard ? 'zstd, ' : ''}gzip, deflate`

/** Opens a response. Requests are built by dataset, so their types are erased here. */
export const openRows = async (
  { client, persistence }: Pick<Source, 'client' | 'persistence'>,
  { operation, query }: Question,
  { etag, signal, persist = persistence(signal) }: OpenOptions,
): Promise<Answer> => {
  const open = client.open as Open
  const headers = { 'accept-encoding': ENCODINGS }
  const answer = await persist(() => open(operation, query, { ifNoneMatch: etag, headers, ...(signal ? { signal } : {}) }))
  const leave = async () => {
    // Only a response that is being read closes its connection.
    await answer.bytes.next().catch(() => {})
    await answer.bytes.return()
  }
  return { ...answer, leave }
}

const hasStatus = (error: unknown, ...statuses: number[]) => error instanceof RollcallError && statuses.includes(error.status)

/** Whether the service does not have the dataset; some services lack datasets. */
export const isMissing = (error: unknown): boolean => hasStatus(error, 404)

/** Whether an older backup of the service was restored after the cursor was issued. */
export const isOfAnotherTimeline = (error: unknown): boolean =>
  error instanceof RollcallError && error.code === 'cursor_of_another_timeline'

/** Whether the service itself reports an unknown path. */
export const isUnknownPath = (error: unknown): boolean => error instanceof RollcallError && error.code === 'not_found'

/** Whether the service refused the request; some services do not support rows without a location. */
export const isRefused = (error: unknown): boolean => hasStatus(error, 400, 404)

/** Whether the URL was too long for the service or a proxy. */
export const isTooLong = (error: unknown): boolean => hasStatus(error, 414, 431)
