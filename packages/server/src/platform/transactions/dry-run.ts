import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Does the work and takes back all that it wrote, so that its answer says what would happen. Within a transaction only. */
export const dryRun = async <T>(trx: Db, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint dry_run`.execute(trx)
  const result = await work()
  await sql`rollback to savepoint dry_run`.execute(trx)
  return result
}
