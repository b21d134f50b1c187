import type pg from 'pg'
import { bindConnection } from '../db/bound-connection.ts'
import type { Db } from '../db/database.ts'

/** One connection in a transaction that sees the database as it was when it began, and only reads. */
export interface Snapshot {
  readonly client: pg.PoolClient
  /** The same connection, for statements. */
  readonly db: Db
  /** Gives the connection back once all was read. */
  commit(): Promise<void>
  /** Without a commit before, closes the connection: what it is in the middle of, such as a COPY, cannot be ended otherwise. */
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
