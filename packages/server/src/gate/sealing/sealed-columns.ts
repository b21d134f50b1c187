import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Rows of organizations that left this database, in which a trigger refuses changes. */
const LEFT_BEHIND = `t.org_id in (select id from organizations where placement = 'gone')`
const NOT_REVOKED = 't.revoked_at is null'

/** Every sealed column of the database; each value is bound to what is `for` and the key of its row. */
export const SEALED = [
  { table: 'api_keys', column: 'secret_sealed', key: 'id', for: '', leftBehind: LEFT_BEHIND, inUse: NOT_REVOKED },
  {
    table: 'identity_providers',
    column: 'credential_sealed',
    key: 'id',
    for: 'identity provider ',
    leftBehind: LEFT_BEHIND,
    inUse: 'true',
  },
  { table: 'push_keys', column: 'private_sealed', key: 'org_id', for: 'push key ', leftBehind: LEFT_BEHIND, inUse: 'true' },
  { table: 'signing_keys', column: 'secret_sealed', key: 'id', for: '', leftBehind: 'false', inUse: 'true' },
  { table: 'cells', column: 'url_sealed', key: 'name', for: 'cell ', leftBehind: 'false', inUse: 'true' },
  { table: 'cells', column: 'replica_url_sealed', key: 'name', for: 'replica ', leftBehind: 'false', inUse: 'true' },
] as const
export type SealedColumn = (typeof SEALED)[number]

export interface SealedRow {
  readonly key: string
  readonly sealed: Buffer
  readonly isLeft: boolean
  /** Whether the service opens it at some time: revoked keys and what was left behind are only kept. */
  readonly isInUse: boolean
}

export const selectSealed = async (db: Db, { table, column, key, leftBehind, inUse }: SealedColumn): Promise<SealedRow[]> => {
  const { rows } = await sql<SealedRow>`
    select ${sql.ref(key)}::text as key, ${sql.ref(column)} as sealed, ${sql.raw(leftBehind)} as "isLeft",
      ${sql.raw(inUse)} and not ${sql.raw(leftBehind)} as "isInUse"
    from ${sql.table(table)} t
    where ${sql.ref(column)} is not null
  `.execute(db)
  return rows
}
