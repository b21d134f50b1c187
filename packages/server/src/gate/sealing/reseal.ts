import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { SEALED, type SealedColumn, type SealedRow, selectSealed } from './sealed-columns.ts'
import type { Sealer } from './sealing.ts'

/** Nodes learn here that the database names another key. */
export const CHANGED_CHANNEL = 'rollcall_sealing_key'

/**
 * Seals all secrets in one transaction: other writers wait for the row that names the key, and then use the new one. Copies of
 * organizations that left are sealed again as well, without triggers, so that the old key opens nothing.
 */
export const resealAll = (db: Db, sealer: Sealer, fingerprint: string): Promise<number> =>
  transact(db, async (trx) => {
    await trx.updateTable('sealing_check').set({ fingerprint }).execute()
    let resealed = 0
    for (const sealed of SEALED) {
      const rows = await selectSealed(trx, sealed)
      const [left = [], own = []] = [true, false].map((isLeft) => rows.filter((row) => row.isLeft === isLeft))
      await reseal(trx, sealed, own, sealer, fingerprint)
      if (left.length > 0) {
        await sql`set local session_replication_role = replica`.execute(trx)
        await reseal(trx, sealed, left, sealer, fingerprint)
        await sql`set local session_replication_role = origin`.execute(trx)
      }
      resealed += own.length
    }
    await sql`select pg_notify(${CHANGED_CHANNEL}, '')`.execute(trx)
    return resealed
  })

const reseal = async (
  trx: Db,
  { table, column, key, for: what }: SealedColumn,
  rows: readonly SealedRow[],
  sealer: Sealer,
  fingerprint: string,
): Promise<void> => {
  const again = rows.map((row) => sealer.seal(sealer.open(row.sealed, what + row.key), what + row.key, fingerprint))
  await sql`
    update ${sql.table(table)} t
    set ${sql.ref(column)} = decode(s.sealed, 'base64')
    from unnest(
      ${arrayLiteral(rows.map((row) => row.key))}::text[], ${arrayLiteral(again.map((bytes) => bytes.toString('base64')))}::text[]
    ) as s (key, sealed)
    where t.${sql.ref(key)}::text = s.key
  `.execute(trx)
}
