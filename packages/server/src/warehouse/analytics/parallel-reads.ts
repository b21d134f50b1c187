import { sql } from 'kysely'
import pg from 'pg'
import { bindConnection } from '../../platform/db/bound-connection.ts'
import { BoundedPool } from '../../platform/db/bounded-pool.ts'
import type { Db } from '../../platform/db/database.ts'

/** Plans of two weeks and their bookings are joined in memory. */
export const READ_SETTINGS = `set local work_mem = '32MB'`

/** A connection that sees what the snapshot sees. */
interface SecondReader {
  readonly client: pg.PoolClient
  readonly db: Db
}

/** The second connections that are opened for snapshots, if any: undefined in the end for one that cannot be opened. */
const readers = new WeakMap<Db, Promise<SecondReader | undefined>>()
const pools = new WeakMap<Db, pg.Pool>()

/** While the work runs, it may open a second connection of the pool, which sees the same state. */
export const withSecondReader = async <T>(snapshot: Db, pool: pg.Pool, work: (snapshot: Db) => Promise<T>): Promise<T> => {
  pools.set(snapshot, pool)
  let isDone = false
  try {
    const result = await work(snapshot)
    isDone = true
    return result
  } finally {
    // The response does not wait for it.
    void closeReader(readers.get(snapshot), isDone)
  }
}

/** Starts opening a second connection, where one is free. It goes on while the first one does something else. */
export const openSecondReader = async (snapshot: Db): Promise<void> => {
  const pool = pools.get(snapshot)
  if (!(pool instanceof BoundedPool) || readers.has(snapshot)) return
  const lent = pool.connectIfFree()
  if (!lent) return
  const exported = sql<{ id: string }>`select pg_export_snapshot() as id`.execute(snapshot)
  const snapshotId = exported.then(({ rows }) => rows[0]?.id as string)
  // Nothing waits for the id if the connection cannot be opened.
  snapshotId.catch(() => undefined)
  readers.set(snapshot, readAt(lent, snapshotId))
  await exported
}

/** Whether a second connection is open or being opened. */
export const hasSecondReader = (snapshot: Db): boolean => readers.has(snapshot)

/** Does two pieces of work at the same time once a second connection is open, or else one after the other. */
export const both = async <A, B>(
  snapshot: Db,
  one: (db: Db) => Promise<A>,
  other: (db: Db) => Promise<B>,
): Promise<readonly [A, B]> => {
  const first = one(snapshot)
  const isDone = first.then(
    () => undefined,
    () => undefined,
  )
  const second = await Promise.race([readers.get(snapshot) ?? isDone, isDone])
  if (!second) return [await first, await other(snapshot)]
  // Neither connection is given back while a statement runs on it.
  const [own, others] = await Promise.allSettled([first, other(second.db)])
  if (own.status === 'rejected') throw own.reason
  if (others.status === 'rejected') throw others.reason
  return [own.value, others.value]
}

/** After a failure the connection is closed, which ends its transaction. No statement is running then, because `both` waits for both. */
const closeReader = async (opening: Promise<SecondReader | undefined> | undefined, isDone: boolean): Promise<void> => {
  const client = (await opening)?.client
  if (!client) return
  const commit = () => client.query('commit').catch(() => undefined)
  const isEnded = isDone && (await commit()) !== undefined
  client.release(!isEnded)
}

/** It only saves time: if it cannot be opened, the first connection does the work alone. */
const readAt = async (lent: Promise<pg.PoolClient>, snapshotId: Promise<string>): Promise<SecondReader | undefined> => {
  const client = await lent.catch(() => undefined)
  if (!client) return undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set transaction snapshot ${pg.escapeLiteral(await snapshotId)}`)
    await client.query(READ_SETTINGS)
    return { client, db: bindConnection(client) }
  } catch {
    client.release(true)
    return undefined
  }
}
