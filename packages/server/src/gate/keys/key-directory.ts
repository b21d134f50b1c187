import type { AuthMethod, Role } from '@rollcall/contract'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import { isUuid } from '../../platform/sql/uuid.ts'

/** What a request needs to know of a key. */
export interface KeyRecord {
  readonly id: string
  readonly orgId: string
  readonly role: Role
  readonly authMethods: readonly AuthMethod[]
  readonly secretHash: Buffer
  readonly secretSealed: Buffer | null
  readonly requestsPerMinute: number | null
  readonly revoked: boolean
  /** Reason, where the key or its organization is blocked. */
  readonly blockedReason: string | undefined
  readonly expiresAt: Date | null
}

export interface KeyDirectory {
  find(id: string): Promise<KeyRecord | undefined>
}

/** Below the 5 s within which a blocked or revoked key must stop working on every node (contract §2). */
const TTL_MS = 4_000
const MAX_KEYS = 10_000
const NOBODY = Symbol('no such key')

/**
 * The keys in use, kept for seconds so that requests need no round trip. Changes arrive by notification; should one get
 * lost, the time-to-live bounds how long a dead key lives.
 */
export const createKeyDirectory = async (db: Db, listener: Listener): Promise<KeyDirectory> => {
  const cache = new LRUCache<string, KeyRecord | typeof NOBODY>({
    max: MAX_KEYS,
    ttl: TTL_MS,
    // A look-up during which the cache is cleared still answers its callers; only its result is not kept.
    ignoreFetchAbort: true,
    fetchMethod: async (id) => (await selectKey(db, id)) ?? NOBODY,
  })
  await listener.on('rollcall_access', () => cache.clear())
  return {
    async find(id) {
      const lowered = id.toLowerCase()
      if (!isUuid(lowered)) return undefined
      const found = await cache.fetch(lowered)
      return found === NOBODY ? undefined : found
    },
  }
}

/** One primary-key look-up and a join on another. */
const selectKey = async (db: Db, id: string): Promise<KeyRecord | undefined> => {
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.org_id')
    .selectAll('k')
    .select(['o.blocked_at as org_blocked_at', 'o.blocked_reason as org_blocked_reason'])
    .where('k.id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      orgId: row.org_id,
      role: row.role as Role,
      authMethods: row.auth_methods as AuthMethod[],
      secretHash: row.secret_hash,
      secretSealed: row.secret_sealed,
      requestsPerMinute: row.requests_per_minute,
      revoked: row.revoked_at !== null,
      blockedReason:
        blockedReason(row.blocked_at, row.blocked_reason) ?? blockedReason(row.org_blocked_at, row.org_blocked_reason),
      expiresAt: row.expires_at,
    }
  )
}

const blockedReason = (at: Date | null, reason: string | null): string | undefined =>
  at ? (reason ?? 'No reason was given.') : undefined
