import type pg from 'pg'
import { openSnapshot, type Snapshot } from '../../platform/transactions/snapshot.ts'

/** How long a reader may keep an idle connection that it can do without. */
const IDLE_MS = 2_000

/** The snapshot of a read, which is released while the reader is slow. */
export interface ReturnableSnapshot {
  readonly first: Snapshot
  /** Runs the work in the snapshot, or in a new one if it was released. */
  use<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /** Declares that from now on a new snapshot returns the same, because the work reads by exact revision. */
  allowReturn(): void
  commit(): Promise<void>
  close(): void
}

/** Without this, a slow reader would hold a connection, and hold up vacuum, for as long as it reads. */
export const createReturnableSnapshot = (exports: pg.Pool, first: Snapshot, idleMs = IDLE_MS): ReturnableSnapshot => {
  let snapshot: Snapshot | undefined = first
  let isReturnable = false
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  const giveBack = () => {
    const returned = snapshot
    snapshot = undefined
    returned?.commit().catch(() => returned.close())
  }

  const startIdle = () => {
    clearTimeout(idle)
    if (isReturnable && !isClosed) idle = setTimeout(giveBack, idleMs)
  }

  const reopen = async (): Promise<Snapshot> => {
    const opened = await openSnapshot(exports)
    if (!isClosed) return opened
    opened.close()
    throw new Error('The reader has gone')
  }

  return {
    first,
    async use(work) {
      clearTimeout(idle)
      snapshot ??= await reopen()
      const result = await work(snapshot)
      startIdle()
      return result
    },
    allowReturn() {
      if (isReturnable) return
      isReturnable = true
      startIdle()
    },
    async commit() {
      clearTimeout(idle)
      await snapshot?.commit()
    },
    close() {
      isClosed = true
      clearTimeout(idle)
      snapshot?.close()
    },
  }
}
