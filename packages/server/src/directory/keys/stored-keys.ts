import type { AuditAction } from '@rollcall/contract'
import type { RawBuilder } from 'kysely'
import { recordChanges } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/sql/uuid.ts'

/** @throws AppError entity_not_found */
export const getKey = async (db: Db, id: string, isLocked = false) => {
  const found = db.selectFrom('api_keys').selectAll().where('id', '=', id.toLowerCase())
  const key = isUuid(id) ? await (isLocked ? found.forNoKeyUpdate() : found).executeTakeFirst() : undefined
  if (!key) throw new AppError('entity_not_found', { detail: `There is no key ${id}.` })
  return key
}

export type KeyRow = Awaited<ReturnType<typeof getKey>>

/** Columns of a key to set. */
export interface KeyColumns {
  name?: string
  requests_per_minute?: number | null
  expires_at?: Date | null
  blocked_at?: Date | null
  blocked_by?: 'operator' | 'organization' | null
  blocked_reason?: string | null
  revoked_at?: RawBuilder<Date>
}

/** Changes keys that are locked, as they are before, and records it. */
export const updateKeys = async (
  trx: Db,
  before: readonly KeyRow[],
  changes: KeyColumns,
  action?: AuditAction,
): Promise<void> => {
  const ids = before.map(({ id }) => id)
  const after = await trx.updateTable('api_keys').set(changes).where('id', 'in', ids).returningAll().execute()
  const known = new Map(before.map((key) => [key.id, key]))
  for (const [orgId, keys] of Map.groupBy(after, ({ org_id }) => org_id)) {
    const recorded = keys.map((key) => ({
      ...(action ? { action } : {}),
      entity: { type: 'key', id: key.id, name: key.name },
      before: auditedKey(known.get(key.id) as KeyRow),
      after: auditedKey(key),
    }))
    await recordChanges(trx, orgId, recorded)
  }
}

/** Reads keys of an organization, and locks them in the order of their ids. */
export const lockKeys = (trx: Db, orgId: string, ids: readonly string[]): Promise<KeyRow[]> =>
  trx
    .selectFrom('api_keys')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** A key as the audit log shows it. */
export const auditedKey = (key: KeyRow) => ({
  name: key.name,
  role: key.role,
  authMethods: key.auth_methods,
  requestsPerMinute: key.requests_per_minute,
  expiresAt: key.expires_at,
  blockedReason: key.blocked_at ? key.blocked_reason : null,
  revokedAt: key.revoked_at,
})
