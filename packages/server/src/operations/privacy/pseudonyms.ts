import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * Starts pseudonyms that cannot be reproduced: their key is only in memory, and only until the transaction ends. So
 * rows of one person keep belonging together within a day, and nothing leads from there to the person or to another day. To be
 * called once in the transaction that reads.
 */
export const beginPseudonyms = async (trx: Db): Promise<void> => {
  await sql`select set_config('rollcall.salt', ${randomBytes(32).toString('hex')}, true)`.execute(trx)
}

/** SQL that gives a UUID for what these expressions are together; null where one of them is null. */
export const pseudonym = (...expressions: readonly string[]): string =>
  `md5(${["current_setting('rollcall.salt')", ...expressions.map((each) => `(${each})::text`)].join(" || ' ' || ")})::uuid`
