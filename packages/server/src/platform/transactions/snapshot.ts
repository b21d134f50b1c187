import type pg from 'pg'
import { bindConnection } from '../db/bound-connection.ts'
import type { Db } from '../db/database.ts'

/** A connection in a read-only transaction that sees the database as it was at the start of the transaction. */
export interface Snapshot {
  readonly client: pg.PoolClient
  /** The same connection, for statements. */
  readonly db: Db
  /** Gives the connection back after everything was read. */
  commit(): Promise<void>
  /** Closes the connection unless it was committed: a running command, such as a COPY, cannot be ended otherwise. */
  close(): void
}

export const openSnapshot = async (pool: pg.Pool): Promise<Snapshot> => {
  const client = await pool.connect()
  let isReleased = false
  const release = (isBroken: boolean): void => {
    if (!isReleased) client.release(isBroken)
    isReleased = true
  }
  try {
    await client.query('begin isolation level repeatable read read only')
  } catch (error) {
    release(true)
    throw error
  }
  return {
    client,
    db: bindConnection(client),
    async commit() {
      await client.query('commit')
      release(false)
    },
    close: () => release(true),
  }
}
