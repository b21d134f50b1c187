import { randomUUID } from 'node:crypto'
import type { AuthMethod, Role } from '@rollcall/contract'
import { sql } from 'kysely'
import { currentAct } from '../../gate/audit/act.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { type Sealer, sealToStore } from '../../gate/sealing/sealing.ts'
import { createSecret, hashSecret } from '../../gate/secrets/key-secret.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { auditedKey, getKey, type KeyColumns, updateKeys } from './stored-keys.ts'

export interface NewKey {
  /** The id of the key; if absent, a new one is created. */
  id?: string | undefined
  orgId: string
  name: string
  role: Role
  auth: readonly AuthMethod[]
  expiresAt?: Date | undefined
  requestsPerMinute?: number | undefined
}

/** A key with its secret, which is shown only once. */
export interface CreatedKey {
  id: string
  secret: string
  role: Role
  auth: readonly AuthMethod[]
}

export const createKey = (db: Db, sealer: Sealer, key: NewKey): Promise<CreatedKey> => insertKey(db, sealer, key)

const insertKey = (db: Db, sealer: Sealer, key: NewKey, familyId?: string, rotates?: string): Promise<CreatedKey> =>
  transact(db, async (trx) => {
    const id = key.id ?? randomUUID()
    const secret = createSecret()
    await trx
      .insertInto('api_keys')
      .values({
        id,
        org_id: key.orgId,
        family_id: familyId ?? id,
        name: key.name,
        role: key.role,
        auth_methods: [...key.auth],
        secret_hash: hashSecret(secret),
        secret_sealed: key.auth.includes('hmac') ? await sealToStore(trx, sealer, secret, id) : null,
        expires_at: key.expiresAt ?? null,
        requests_per_minute: key.requestsPerMinute ?? null,
      })
      .execute()
    if (key.role === 'provisioning' && familyId === undefined) await insertProvider(trx, key.orgId, id, key.name)
    await recordKey(trx, id, rotates === undefined ? {} : { rotates })
    return { id, secret, role: key.role, auth: key.auth }
  })

/** Each family of keys of the role provisioning is a provider. */
const insertProvider = async (trx: Db, orgId: string, id: string, name: string): Promise<void> => {
  await trx.insertInto('provisioning_providers').values({ org_id: orgId, id, name }).execute()
}

/**
 * Creates the successor of a key, with the same name, role, methods and limit, and a new id, secret and expiry. Both keys work until
 * the older one is revoked; a third one is refused (contract §2).
 * @throws AppError entity_not_found, key_rotation_limit
 */
export const rotateKey = (db: Db, sealer: Sealer, id: string, expiresAt?: Date): Promise<CreatedKey> =>
  transact(db, async (trx) => {
    const { family_id } = await getKey(trx, id)
    // The row is locked before it is read: a statement that waited for a lock does not see rows that were added meanwhile.
    await trx.selectFrom('api_keys').select('id').where('id', '=', family_id).forUpdate().execute()
    const family = await trx.selectFrom('api_keys').selectAll().where('family_id', '=', family_id).execute()
    const old = family.find((key) => key.id === id.toLowerCase())
    if (!old || old.revoked_at) throw new AppError('conflict', { detail: 'A revoked key cannot be rotated: create a new one.' })
    if (old.blocked_at) throw new AppError('conflict', { detail: 'A blocked key cannot be rotated: unblock it first.' })
    const live = family.filter((key) => !key.revoked_at && !(key.expires_at && key.expires_at < new Date()))
    if (live.length > 1) throw new AppError('key_rotation_limit')
    const successor = {
      orgId: old.org_id,
      name: old.name,
      role: old.role as Role,
      auth: old.auth_methods as AuthMethod[],
      requestsPerMinute: old.requests_per_minute ?? undefined,
      expiresAt,
    }
    return insertKey(trx, sealer, successor, family_id, old.id)
  })

/** Changes a key, and records it. @throws AppError entity_not_found */
const updateKey = (db: Db, id: string, changes: KeyColumns): Promise<void> =>
  transact(db, async (trx) => updateKeys(trx, [await getKey(trx, id, true)], changes))

/** Writes a new key to the audit log. */
const recordKey = async (trx: Db, id: string, more: object): Promise<void> => {
  if (!currentAct()) return
  const after = await getKey(trx, id)
  const entity = { type: 'key', id, name: after.name }
  await recordChange(trx, after.org_id, { entity, before: null, after: { ...auditedKey(after), ...more } })
}

/** Blocks a key for the operator: the caller gets 403 with this reason until the operator unblocks it. */
export const blockKey = (db: Db, id: string, reason: string): Promise<void> =>
  updateKey(db, id, { blocked_at: new Date(), blocked_by: 'operator', blocked_reason: reason })

export const UNBLOCKED: KeyColumns = { blocked_at: null, blocked_by: null, blocked_reason: null }

/** Unblocks a key for the operator, also one that the organization blocked. */
export const unblockKey = (db: Db, id: string): Promise<void> => updateKey(db, id, UNBLOCKED)

/** A key that is revoked already stays as it is. */
export const REVOKED: KeyColumns = { revoked_at: sql<Date>`coalesce(revoked_at, now())` }

/** Revokes a key permanently: its callers get 401 from then on. Repeating the call has no effect. */
export const revokeKey = (db: Db, id: string): Promise<void> => updateKey(db, id, REVOKED)

/** Lists all keys, newest last, with their usage of today; never a secret. */
export const listKeys = (db: Db, orgId?: string) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.org_id')
    .leftJoin('key_usage as u', (join) =>
      join
        .onRef('u.org_id', '=', 'k.org_id')
        .onRef('u.key_id', '=', 'k.id')
        .on('u.day', '=', new Date().toISOString().slice(0, 10)),
    )
    .select(['k.id', 'k.name', 'k.role', 'k.auth_methods', 'k.created_at', 'k.expires_at', 'k.revoked_at'])
    .select(['k.blocked_reason', 'k.requests_per_minute', 'o.name as organization'])
    .select(['u.requests as requests_today', 'u.rows as rows_today', 'u.bytes as bytes_today'])
    .$if(orgId !== undefined, (query) => query.where('k.org_id', '=', orgId as string))
    .orderBy('k.created_at')
    .execute()

/** Returns the usage of keys per UTC day, newest first, which helps to detect misuse (contract §2). */
export const listKeyUsage = (
  db: Db,
  { keyId, orgId, days }: { keyId?: string | undefined; orgId?: string | undefined; days: number },
) =>
  db
    .selectFrom('key_usage as u')
    .innerJoin('api_keys as k', 'k.id', 'u.key_id')
    .select(['u.day', 'u.key_id as keyId', 'k.name', 'u.requests', 'u.rows', 'u.bytes'])
    .where('u.day', '>', sql<string>`(now() at time zone 'UTC')::date - ${days}::int`)
    .$if(keyId !== undefined, (query) => query.where('u.key_id', '=', keyId as string))
    .$if(orgId !== undefined, (query) => query.where('u.org_id', '=', orgId as string))
    .orderBy('u.day', 'desc')
    .orderBy('k.name')
    .execute()
