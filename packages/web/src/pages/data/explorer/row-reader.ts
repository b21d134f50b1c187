import { useMemo, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { queryClient } from '../../../api/query.ts'
import { sessionQuery } from '../../../api/session.ts'
import { createRowStore, type RowStore } from '../grid/row-store.ts'

/** The headers of a response. */
export interface Answered {
  readonly etag: string | null
  readonly lastModified: string | null
  readonly refreshedAt: string | null
  /** Set if it is known before the rows are read. */
  readonly rowCount: number | null
}

/** `full`: as many rows are read as the page shows. `broken`: the answer ended midway, so rows are missing. */
type Phase = 'asking' | 'reading' | 'done' | 'stopped' | 'full' | 'broken' | 'refused'

export interface Reading {
  readonly phase: Phase
  readonly rows: number
  readonly bytes: number
  readonly answered: Answered | null
  readonly error: unknown
}

/** A response that is read row by row while the page shows it, and is dropped with all its rows when the page closes. */
export interface RowReader {
  /** Each reader has its own id. */
  readonly id: number
  readonly store: RowStore
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: () => Reading
  readonly stop: () => void
}

/** The number of rows that a browser can hold and scroll easily. For more rows, users download a file. */
const MAX_ROWS = 500_000
const MAX_BYTES = 512 * 2 ** 20
/** The interval of progress reports. */
const REPORT_MS = 150

let readers = 0
const NOTHING: Reading = { phase: 'asking', rows: 0, bytes: 0, answered: null, error: null }

const describe = ({ headers }: Response): Answered => {
  const rowCount = headers.get('warehouse-row-count')
  return {
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
    refreshedAt: headers.get('warehouse-refreshed-at'),
    rowCount: rowCount === null ? null : Number(rowCount),
  }
}

/** Calls `onError` with the reason if the response was refused or broke off. */
const createRowReader = (address: string, onError: (error: unknown) => void = () => {}): RowReader => {
  const store = createRowStore()
  const listeners = new Set<() => void>()
  const aborting = new AbortController()
  let reading = NOTHING
  let timer: ReturnType<typeof setTimeout> | undefined

  const notify = (changes: Partial<Reading> = {}): void => {
    clearTimeout(timer)
    timer = undefined
    reading = { ...reading, ...changes, rows: store.count, bytes: store.bytes }
    for (const listener of listeners) listener()
  }
  const end = (phase: Phase, error: unknown = null): void => {
    if (reading.phase === 'asking' || reading.phase === 'reading') notify({ phase, error })
  }

  const read = async (): Promise<void> => {
    const response = await fetch(address, { signal: aborting.signal }).catch((error: unknown) => {
      throw ApiError.network(error)
    })
    if (!response.ok || !response.body) throw await ApiError.of(response)
    notify({ phase: 'reading', answered: describe(response) })
    for await (const piece of piecesOf(response.body)) {
      store.append(piece)
      // The first rows are shown at once, later ones from time to time.
      if (reading.rows === 0 && store.count > 0) notify()
      timer ??= setTimeout(notify, REPORT_MS)
      if (store.count < MAX_ROWS && store.bytes < MAX_BYTES) continue
      end('full')
      return aborting.abort()
    }
    store.finish()
    end('done')
  }

  let isStarted = false
  const begin = (): void => {
    isStarted = true
    read().catch((error: unknown) => {
      if (aborting.signal.aborted) return
      end(reading.phase === 'asking' ? 'refused' : 'broken', error)
      onError(error)
    })
  }
  const stop = (): void => {
    end('stopped')
    aborting.abort()
  }

  return {
    id: ++readers,
    store,
    subscribe(listener) {
      listeners.add(listener)
      if (!isStarted) begin()
      return () => {
        listeners.delete(listener)
        // It does not stop at once, because React may subscribe again in the same moment.
        setTimeout(() => listeners.size === 0 && stop())
      }
    },
    snapshot: () => reading,
    stop,
  }
}

/** Iterates over a stream, because not every browser can do so natively. */
const piecesOf = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
}

const NO_READER = { subscribe: () => () => {}, snapshot: () => null }

/** Handles an ended session like every other call, with the sign-in page. */
const whenSignedOut = (error: unknown): void => {
  if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(sessionQuery.queryKey, null)
}

interface Use {
  /** Null if no address is given. */
  readonly reader: RowReader | null
  readonly reading: Reading | null
  /** Reads again from the beginning. */
  readonly again: () => void
}

/** The rows of an address, read while the page shows them. */
export const useReading = (address: string | undefined): Use => {
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each repetition needs a new reader
  const reader = useMemo(() => (address === undefined ? null : createRowReader(address, whenSignedOut)), [address, times])
  const { subscribe, snapshot } = reader ?? NO_READER
  const reading = useSyncExternalStore<Reading | null>(subscribe, snapshot)
  return { reader, reading, again: () => setTimes((before) => before + 1) }
}
