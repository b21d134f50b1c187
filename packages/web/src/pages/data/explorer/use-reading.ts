import { useMemo, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { queryClient } from '../../../api/query.ts'
import { sessionQuery } from '../../../api/session.ts'
import { createRowReader, type Reading, type RowReader } from './row-reader.ts'

const NOTHING = { subscribe: () => () => {}, snapshot: () => null }

/** As for any other call: a session that ended shows the page to sign in. */
const whenSignedOut = (error: unknown): void => {
  if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(sessionQuery.queryKey, null)
}

interface Use {
  /** Null where nothing is asked. */
  readonly reader: RowReader | null
  readonly reading: Reading | null
  /** Reads again from the beginning. */
  readonly again: () => void
}

/** The rows of an address, read while the page shows them. */
export const useReading = (address: string | undefined): Use => {
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked again, another reader reads.
  const reader = useMemo(() => (address === undefined ? null : createRowReader(address, whenSignedOut)), [address, times])
  const { subscribe, snapshot } = reader ?? NOTHING
  const reading = useSyncExternalStore<Reading | null>(subscribe, snapshot)
  return { reader, reading, again: () => setTimes((before) => before + 1) }
}
