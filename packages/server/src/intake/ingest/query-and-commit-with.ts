import type pg from 'pg'
import { bindConnection } from '../../platform/db/bound-connection.ts'
import type { Db } from '../../platform/db/database.ts'

/** Runs a statement, and what is committed together with its rows, in one transaction. */
export const queryAndCommitWith = async <R extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
  together: (trx: Db, rows: R[]) => Promise<void>,
): Promise<R[]> => {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query('begin')
    const { rows } = await client.query<R>(statement)
    await together(bindConnection(client), rows)
    await client.query('commit')
    return rows
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}
