import type { AuthMethod, Role } from '@rollcall/contract'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import { isUuid } from '../../platform/sql/uuid.ts'

/** The data of a key that requests need. */
export interface KeyRecord {
  readonly id: string
  readonly orgId: string
  readonly role: Role
  readonly authMethods: readonly AuthMethod[]
  readonly secretHash: Buffer
  readonly secretSealed: Buffer | null
  readonly requestsPerMinute: number | null
  readonly revoked: boolean
  /** The reason, if the key or its organization is blocked. */
  readonly blockedReason: string | undefined
  readonly expiresAt: Date | null
  /** Whether this database serves its organization: otherwise the organization is on its way here, or has left. */
  readonly isServed: boolean
}

export interface KeyDirectory {
  find(id: string): Promise<KeyRecord | undefined>
}

/** This is below the 5 s within which a blocked or revoked key must stop working on every node (contract §2). */
const TTL_MS = 4_000
const MAX_KEYS = 10_000
const UNKNOWN_KEY = Symbol('no such key')

/**
 * Caches the keys in use for seconds, so that requests need no round trip. Changes arrive by notification; if one is lost, the
 * time-to-live limits how long a revoked key works.
 */
export const createKeyDirectory = async (db: Db, listener: Listener): Promise<KeyDirectory> => {
  const cache = new LRUCache<string, KeyRecord | typeof UNKNOWN_KEY>({
    max: MAX_KEYS,
    ttl: TTL_MS,
    // A look-up during which the cache is cleared still returns its result, but does not cache it.
    ignoreFetchAbort: true,
    fetchMethod: async (id) => (await selectKey(db, id)) ?? UNKNOWN_KEY,
  })
  await listener.on('rollcall_access', () => cache.clear())
  return {
    async find(id) {
      const lowered = id.toLowerCase()
      if (!isUuid(lowered)) return undefined
      const found = cache.get(lowered) ?? (await cache.fetch(lowered))
      return found === UNKNOWN_KEY ? undefined : found
    },
  }
}

/** The query takes one primary-key look-up and a join on another. */
const selectKey = async (db: Db, id: string): Promise<KeyRecord | undefined> => {
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.org_id')
    .selectAll('k')
    .select(['o.blocked_at as org_blocked_at', 'o.blocked_reason as org_blocked_reason', 'o.placement'])
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
      isServed: isServed(row.placement),
    }
  )
}

/** Returns whether a database serves an organization of this placement; one that is about to leave can still be read. */
export const isServed = (placement: string): boolean => placement === 'here' || placement === 'read-only'

const blockedReason = (at: Date | null, reason: string | null): string | undefined =>
  at ? (reason ?? 'No reason was given.') : undefined
