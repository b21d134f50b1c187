import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** Runs the work on one connection, which is closed if the work fails: a COPY in progress cannot be ended otherwise. */
const withConnection = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  let isDone = false
  try {
    const result = await work(client)
    isDone = true
    return result
  } finally {
    client.release(!isDone)
  }
}

/** Runs the work in one transaction that sees one state of the database. */
export const inSnapshot = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  withConnection(pool, async (client) => {
    await client.query('begin isolation level repeatable read')
    const result = await work(client)
    await client.query('commit')
    return result
  })

/**
 * Runs the work in one transaction that writes rows as they are: no trigger completes, logs or announces them, and no foreign key is
 * checked, because the database that they come from did all of that.
 */
export const asReplica = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  withConnection(pool, async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const result = await work(client)
    await client.query('commit')
    return result
  })

/** Copies the rows of a query into a table of another database, in binary form, and returns how many there were. */
export const copyRows = async (
  from: pg.ClientBase,
  query: string,
  to: pg.ClientBase,
  into: string,
): Promise<{ readonly rows: number; readonly bytes: number }> => {
  const target = to.query(copyFrom(`copy ${into} from stdin (format binary)`))
  let bytes = 0
  const source = from.query(copyTo(`copy (${query}) to stdout (format binary)`))
  source.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  await pipeline(source, target)
  return { rows: target.rowCount ?? 0, bytes }
}
