import pg from 'pg'
import { bindConnection } from '../../platform/db/bound-connection.ts'
import { hasOneMore, type RefreshReader } from './refresh-connections.ts'

/** Starts the transaction of a reader: on a new snapshot, or on that of another reader. */
export const beginReading = async (client: pg.ClientBase, lockTimeoutMs: number, snapshot?: string): Promise<void> => {
  await client.query('begin isolation level repeatable read read only')
  if (snapshot !== undefined) await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`)
  await client.query(`set local work_mem = '64MB'; set local lock_timeout = ${lockTimeoutMs}`)
}

/**
 * Runs the work with a second connection that reads the same snapshot, so that two days are computed at once and nothing is computed
 * while the other waits for a write. One refresh of a node has it at a time; others do with their one reader.
 */
export const withSecondReader = async <T>(
  pool: pg.Pool,
  first: RefreshReader,
  lockTimeoutMs: number,
  work: (readers: readonly RefreshReader[]) => Promise<T>,
): Promise<T> => {
  if (!hasOneMore(pool) || lent.has(pool)) return work([first])
  lent.add(pool)
  let client: pg.PoolClient | undefined
  let isDone = false
  try {
    // It only saves time: where none comes free, the first reader does the work alone.
    client = await pool.connect().catch(() => undefined)
    if (!client) return await work([first])
    const { rows } = await first.readerClient.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    await beginReading(client, lockTimeoutMs, rows[0]?.snapshot)
    const result = await work([first, { reader: bindConnection(client), readerClient: client }])
    await client.query('commit')
    isDone = true
    return result
  } finally {
    // After a failure a COPY may still be running; closing the connection stops it.
    client?.release(!isDone)
    lent.delete(pool)
  }
}

/** The pools whose one more connection is in use. */
const lent = new WeakSet<pg.Pool>()
