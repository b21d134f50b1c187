import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * One change of an organisation's users and groups, in one transaction. Takes the lock of the directory import and of the
 * hierarchy: all write the same rows, and otherwise could end in a deadlock or overwrite each other's attributes.
 */
export const changeDirectory = <T>(db: Db, orgId: string, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`rollcall.import.${orgId}`}, 0))`.execute(trx)
    return work(trx)
  })
