import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * Starts pseudonyms that cannot be reproduced: their key exists only in memory and only until the transaction ends. So rows of
 * one person stay linked within a day, but lead neither to the person nor to another day. Call this once in the transaction that
 * reads.
 */
export const beginPseudonyms = async (trx: Db): Promise<void> => {
  await sql`select set_config('rollcall.salt', ${randomBytes(32).toString('hex')}, true)`.execute(trx)
}

/** Returns SQL that computes a UUID from these expressions; null if any of them is null. */
export const pseudonym = (...expressions: readonly string[]): string =>
  `md5(${["current_setting('rollcall.salt')", ...expressions.map((each) => `(${each})::text`)].join(" || ' ' || ")})::uuid`
