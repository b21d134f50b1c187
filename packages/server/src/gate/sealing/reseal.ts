import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { transact } from '../../platform/transactions/transact.ts'
import type { Sealer } from './sealing.ts'

/** Rows of organizations that left this database, in which a trigger refuses changes. */
const LEFT_BEHIND = `t.org_id in (select id from organizations where placement = 'gone')`

/** Every sealed column of the database; each value is bound to what is `for` and the key of its row. */
const SEALED = [
  { table: 'api_keys', column: 'secret_sealed', key: 'id', for: '', leftBehind: LEFT_BEHIND },
  { table: 'identity_providers', column: 'credential_sealed', key: 'id', for: 'identity provider ', leftBehind: LEFT_BEHIND },
  { table: 'push_keys', column: 'private_sealed', key: 'org_id', for: 'push key ', leftBehind: LEFT_BEHIND },
  { table: 'signing_keys', column: 'secret_sealed', key: 'id', for: '', leftBehind: 'false' },
  { table: 'cells', column: 'url_sealed', key: 'name', for: 'cell ', leftBehind: 'false' },
  { table: 'cells', column: 'replica_url_sealed', key: 'name', for: 'replica ', leftBehind: 'false' },
] as const

interface SealedRow {
  readonly key: string
  readonly sealed: Buffer
  readonly isLeft: boolean
}

/**
 * Seals all secrets in one transaction: other writers wait for the row that names the key, and then use the new one. Copies of
 * organizations that left are sealed again as well, without triggers, so that the old key opens nothing.
 */
export const resealAll = (db: Db, sealer: Sealer, fingerprint: string): Promise<number> =>
  transact(db, async (trx) => {
    await trx.updateTable('sealing_check').set({ fingerprint }).execute()
    let resealed = 0
    for (const sealed of SEALED) {
      const { table, column, key, leftBehind } = sealed
      const { rows } = await sql<SealedRow>`
        select ${sql.ref(key)}::text as key, ${sql.ref(column)} as sealed, ${sql.raw(leftBehind)} as "isLeft"
        from ${sql.table(table)} t
        where ${sql.ref(column)} is not null
      `.execute(trx)
      const [left = [], own = []] = [true, false].map((isLeft) => rows.filter((row) => row.isLeft === isLeft))
      await reseal(trx, sealed, own, sealer, fingerprint)
      if (left.length > 0) {
        await sql`set local session_replication_role = replica`.execute(trx)
        await reseal(trx, sealed, left, sealer, fingerprint)
        await sql`set local session_replication_role = origin`.execute(trx)
      }
      resealed += own.length
    }
    return resealed
  })

const reseal = async (
  trx: Db,
  { table, column, key, for: what }: (typeof SEALED)[number],
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
