import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Does the work and rolls back everything that it wrote, so its result says what would happen. Call it within a transaction. */
export const dryRun = async <T>(trx: Db, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint dry_run`.execute(trx)
  const result = await work()
  await sql`rollback to savepoint dry_run`.execute(trx)
  return result
}

/** Does the work, and rolls it back if it is only tried. Call it within a transaction. */
export const maybeDryRun = <T>(trx: Db, isDryRun: boolean, work: () => Promise<T>): Promise<T> =>
  isDryRun ? dryRun(trx, work) : work()
