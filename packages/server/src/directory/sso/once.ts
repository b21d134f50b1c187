import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'

/** Marks something as used, on all nodes; returns false if it was used before. */
export const spend = async (db: Db, orgId: string, token: string, endsAt: number): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_sign_ins')
    .values({
      org_id: orgId,
      token_hash: createHash('sha256').update(token).digest(),
      expires_at: new Date(endsAt).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes what has expired, of all organizations, by the index on the end. */
export const purgeSpentSignIns = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('spent_sign_ins')
    .where('expires_at', '<', sql<Date>`now() - interval '1 minute'`)
    .where(servedHere('spent_sign_ins.org_id'))
    .execute()
}
