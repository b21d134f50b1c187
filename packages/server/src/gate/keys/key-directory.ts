import type { AuthMethod, Role } from '@rollcall/contract'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
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
const MAX_KEYS_PER_READ = 1_000
const UNKNOWN_KEY = Symbol('no such key')

type Found = KeyRecord | typeof UNKNOWN_KEY

/**
 * Caches the keys in use for seconds, so that requests need no round trip. Changes arrive by notification; if one is lost, the
 * time-to-live limits how long a revoked key works. A read includes all keys that are in use: hundreds of organizations need one
 * statement in seconds, and not one each.
 *
 * @param ttlMs how long a key is not read again; tests replace it
 */
export const createKeyDirectory = async (db: Db, listener: Listener, ttlMs = TTL_MS): Promise<KeyDirectory> => {
  const cache = new LRUCache<string, Found>({ max: MAX_KEYS, ttl: ttlMs })
  /** The keys that were used since they were read. */
  const used = new Set<string>()
  const reading = new Map<string, Promise<ReadonlyMap<string, KeyRecord>>>()
  let changes = 0

  const isOld = (id: string): boolean => cache.getRemainingTTL(id) < ttlMs / 2
  const idsToRead = (id: string): string[] => {
    const others = [...used].filter((other) => other !== id && isOld(other) && !reading.has(other))
    return [id, ...others.slice(0, MAX_KEYS_PER_READ - 1)]
  }

  const read = async (ids: readonly string[]): Promise<ReadonlyMap<string, KeyRecord>> => {
    const changesBefore = changes
    const records = await selectKeys(db, ids)
    // A look-up during which the cache is cleared still returns its result, but does not cache it. Without notifications nothing is
    // cached: a move of the organization to another cell waits only for nodes that listen.
    if (changes === changesBefore && listener.isListening()) for (const id of ids) cache.set(id, records.get(id) ?? UNKNOWN_KEY)
    return records
  }

  const startReading = (id: string): Promise<ReadonlyMap<string, KeyRecord>> => {
    const ids = idsToRead(id)
    const records = read(ids).finally(() => {
      for (const each of ids) if (reading.get(each) === records) reading.delete(each)
    })
    for (const each of ids) {
      used.delete(each)
      reading.set(each, records)
    }
    return records
  }

  await listener.on('rollcall_access', () => {
    changes++
    cache.clear()
    used.clear()
    reading.clear()
  })
  return {
    async find(id) {
      const lowered = id.toLowerCase()
      if (!isUuid(lowered)) return undefined
      const known = cache.get(lowered)
      if (known === UNKNOWN_KEY) return undefined
      if (known) {
        used.add(lowered)
        return known
      }
      return (await (reading.get(lowered) ?? startReading(lowered))).get(lowered)
    },
  }
}

/** Each key takes a primary-key look-up and a join on another. */
const selectKeys = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, KeyRecord>> => {
  const rows = await db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.org_id')
    .selectAll('k')
    .select(['o.blocked_at as org_blocked_at', 'o.blocked_reason as org_blocked_reason', 'o.placement'])
    .where(sql<boolean>`k.id = any (${arrayLiteral(ids)}::uuid[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
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
      },
    ]),
  )
}

/** Returns whether a database serves an organization of this placement; one that is about to leave can still be read. */
export const isServed = (placement: string): boolean => placement === 'here' || placement === 'read-only'

const blockedReason = (at: Date | null, reason: string | null): string | undefined =>
  at ? (reason ?? 'No reason was given.') : undefined
