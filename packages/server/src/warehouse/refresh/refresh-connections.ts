import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { tryLock, unlock } from '../../platform/db/advisory-lock.ts'
import { bindConnection } from '../../platform/db/bound-connection.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { createFairQueue, type FairQueue } from '../../platform/jobs/fair-queue.ts'

/** How often a caller that waits for another run checks whether it has ended. */
const LOOK_EVERY_MS = 250

/** A connection in a read-only transaction on the snapshot of the refresh. */
export interface RefreshReader {
  readonly reader: Db
  /** The driver's connection of `reader`, for COPY. */
  readonly readerClient: pg.ClientBase
}

/** Two connections: one reads everything in one snapshot, the other writes everything in one transaction. */
export interface RefreshConnections extends RefreshReader {
  readonly writer: Db
  readonly writerClient: pg.ClientBase
}

interface LockOptions {
  /** Waits for a running refresh instead of refusing. */
  readonly wait: boolean
  readonly signal: AbortSignal | undefined
}

/**
 * Runs the work while no other caller on any node refreshes this organization. The lock belongs to the writing connection, so if
 * that is lost, the writes and the lock are both gone.
 * @throws AppError conflict if another refresh is running and `wait` is not set
 */
export const withRefreshLock = <T>(
  pool: pg.Pool,
  orgId: string,
  options: LockOptions,
  work: (connections: RefreshConnections) => Promise<T>,
): Promise<T> => turnsOf(pool)(orgId, () => withConnections(pool, orgId, options, work))

/**
 * Each refresh needs two connections of the pool and holds the first while it waits for the second, so only as many start as can
 * get both.
 */
const turnsOf = (pool: pg.Pool): FairQueue => {
  const known = turns.get(pool)
  if (known) return known
  const queue = createFairQueue({
    ...{ slots: slotsOf(pool), maxWaiting: { perOwner: 10, all: 1000 } },
    refusal: () => new AppError('unavailable', { refusedBy: 'refreshes' }),
  })
  turns.set(pool, queue)
  return queue
}

const turns = new WeakMap<pg.Pool, FairQueue>()
/** Connections to leave for other users of the pool. */
const SPARE_CONNECTIONS = 3
const slotsOf = (pool: pg.Pool): number => Math.max(1, Math.floor(((pool.options.max ?? 0) - SPARE_CONNECTIONS) / 2))

/** Whether the pool has a connection more than all refreshes at once and its other users need. */
export const hasOneMore = (pool: pg.Pool): boolean => (pool.options.max ?? 0) > slotsOf(pool) * 2 + SPARE_CONNECTIONS

const withConnections = async <T>(
  pool: pg.Pool,
  orgId: string,
  { wait, signal }: LockOptions,
  work: (connections: RefreshConnections) => Promise<T>,
): Promise<T> => {
  const writerClient = await pool.connect()
  let readerClient: pg.PoolClient | undefined
  let isDone = false
  try {
    const writer = bindConnection(writerClient)
    await lock(writer, orgId, wait, signal)
    readerClient = await pool.connect()
    const reader = bindConnection(readerClient)
    const result = await work({ reader, readerClient, writer, writerClient })
    await unlock(writer, lockName(orgId))
    isDone = true
    return result
  } finally {
    // After a failure a COPY may still be running. Closing the connection stops it and releases the lock.
    readerClient?.release(!isDone)
    writerClient.release(!isDone)
  }
}

const lockName = (orgId: string) => `rollcall.refresh.${orgId}`

const lock = async (writer: Db, orgId: string, wait: boolean, signal: AbortSignal | undefined): Promise<void> => {
  for (;;) {
    signal?.throwIfAborted()
    if (await tryLock(writer, lockName(orgId))) return
    if (!wait) {
      throw new AppError('conflict', { detail: 'A refresh of this organization is running. Wait until it has ended.' })
    }
    await setTimeout(LOOK_EVERY_MS, undefined, { signal })
  }
}
