import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { bindConnection } from '../db/bound-connection.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** How often somebody who waits for another run looks whether it has ended. */
const LOOK_EVERY_MS = 250

/** Two connections: everything is read on the one, in one snapshot, and written on the other, in one transaction. */
export interface RefreshConnections {
  readonly reader: Db
  /** Below `reader`, for COPY. */
  readonly readerClient: pg.ClientBase
  readonly writer: Db
  readonly writerClient: pg.ClientBase
}

interface LockOptions {
  /** Waits for a run that is in progress instead of refusing. */
  readonly wait: boolean
  readonly signal: AbortSignal | undefined
}

/**
 * Runs the work while nobody else, on whatever node, refreshes this organisation. The lock belongs to the connection that
 * writes: where that is lost, both what was written and the lock are gone.
 * @throws AppError conflict when somebody else does and `wait` is not set
 */
export const withRefreshLock = async <T>(
  pool: pg.Pool,
  orgId: string,
  { wait, signal }: LockOptions,
  work: (connections: RefreshConnections) => Promise<T>,
): Promise<T> => {
  const writerClient = await pool.connect()
  let readerClient: pg.PoolClient | undefined
  let isDone = false
  try {
    await lock(writerClient, orgId, wait, signal)
    readerClient = await pool.connect()
    const [reader, writer] = [bindConnection(readerClient), bindConnection(writerClient)]
    const result = await work({ reader, readerClient, writer, writerClient })
    await writerClient.query(`select pg_advisory_unlock(${LOCK_KEY})`, [lockName(orgId)])
    isDone = true
    return result
  } finally {
    // After a failure a COPY may still be under way, and the lock falls with its connection.
    readerClient?.release(!isDone)
    writerClient.release(!isDone)
  }
}

const LOCK_KEY = 'hashtextextended($1, 0)'
const lockName = (orgId: string) => `rollcall.refresh.${orgId}`

const lock = async (client: pg.ClientBase, orgId: string, wait: boolean, signal: AbortSignal | undefined): Promise<void> => {
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK_KEY}) as locked`, [lockName(orgId)])
    if (rows[0]?.locked) return
    if (!wait) {
      throw new AppError('conflict', { detail: 'A refresh of this organisation is running. Wait until it has ended.' })
    }
    await setTimeout(LOOK_EVERY_MS, undefined, { signal })
  }
}
