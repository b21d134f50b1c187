import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { sqlState } from '../errors.ts'

/** A connection was lost during a commit: only the database knows whether the transaction took effect. */
export class CommitInDoubt extends Error {
  /** Asks the database. Rejects while the database is unavailable. */
  readonly isCommitted: () => Promise<boolean>

  constructor(isCommitted: () => Promise<boolean>, cause: unknown) {
    super('The connection was lost while a transaction was committed', { cause })
    this.isCommitted = isCommitted
  }
}

/**
 * Runs work that must not take effect twice, such as adding counts, in its own transaction. If it fails with an error other
 * than `CommitInDoubt`, it had no effect and may be run again.
 *
 * @throws CommitInDoubt
 */
export const commitOnce = async (db: Db, work: (trx: Db) => Promise<void>): Promise<void> => {
  let id: string | undefined
  try {
    await db.transaction().execute(async (trx) => {
      await work(trx)
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(trx)
      id = rows[0]?.id
    })
  } catch (error) {
    if (id === undefined) throw error
    const transactionId = id
    throw new CommitInDoubt(() => isCommitted(db, transactionId), error)
  }
}

/** SQLSTATE of a question about a transaction that the server has not reached yet. */
const IN_THE_FUTURE = '22023'

const isCommitted = async (db: Db, id: string): Promise<boolean> => {
  const status = await readStatus(db, id)
  // The server has not noticed yet that its client is gone.
  if (status === 'in progress') throw new Error(`Transaction ${id} is still being committed`)
  return status !== 'aborted'
}

/** A standby that became primary without this transaction does not know its number: it did not take effect there. */
const readStatus = async (db: Db, id: string): Promise<string | null | undefined> => {
  try {
    const { rows } = await sql<{ status: string | null }>`select pg_xact_status(${id}::xid8) as status`.execute(db)
    return rows[0]?.status
  } catch (error) {
    if (sqlState(error) === IN_THE_FUTURE) return 'aborted'
    throw error
  }
}
